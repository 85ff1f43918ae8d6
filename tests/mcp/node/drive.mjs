// drive.mjs - the official clients of the npm registry against one server.
//
//   node drive.mjs sdk|client|modern stdio COMMAND...
//   node drive.mjs sdk|client|modern http URL TOKEN
//
// "sdk" is @modelcontextprotocol/sdk, "client" its successor
// @modelcontextprotocol/client in the legacy era, "modern" the same without a
// handshake.  Prints one JSON object with what happened.
//
// SPDX-License-Identifier: Apache-2.0

const [, , which, way, ...rest] = process.argv;

async function load() {
  if (which === 'sdk') {
    const base = '@modelcontextprotocol/sdk/client/';
    return {
      ...(await import(base + 'index.js')),
      ...(await import(base + 'stdio.js')),
      ...(await import(base + 'streamableHttp.js')),
    };
  }
  return {
    ...(await import('@modelcontextprotocol/client')),
    ...(await import('@modelcontextprotocol/client/stdio')),
  };
}

const lib = await load();
const options = which === 'modern'
  ? {versionNegotiation: {mode: {pin: '2026-07-28'}}} : {};
const client = new lib.Client({name: 'test', version: '1'}, options);
const transport = way === 'stdio'
  ? new lib.StdioClientTransport({command: rest[0], args: rest.slice(1)})
  : new lib.StreamableHTTPClientTransport(new URL(rest[0]), {
    requestInit: {headers: {Authorization: `Bearer ${rest[1]}`}},
  });
await client.connect(transport);

const seen = [];
function call(name, args, more) {
  const params = {name, arguments: args};
  return which === 'sdk' ? client.callTool(params, undefined, more)
                         : client.callTool(params, more);
}

const tools = (await client.listTools()).tools.map((t) => t.name);
const first = await call('run_code', {code: 'x = 41\nprint("hi")'});
const session_id = first.structuredContent.session_id;
const second = await call('run_code', {code: 'x + 1', session_id});
const restarted = await call('run_code', {code: 'x', session_id, restart: true});
await call('run_code', {code: 'import time; time.sleep(1.3)'},
           {onprogress: (p) => seen.push(p)});

const abort = new AbortController();
setTimeout(() => abort.abort('enough'), 300);
let cancelled = 'no';
try {
  await call('run_code', {code: 'kept = 1\nwhile True: pass', session_id},
             {signal: abort.signal});
} catch (e) {
  cancelled = 'yes';
}
const after = await call('run_code', {code: 'kept', session_id});
const file = await call('fs_write', {path: 'a.txt', text: 'abc', session_id});
const written = await call(
  'run_code', {code: 'open("b.txt", "w").write(open("a.txt").read())', session_id});
const link = written.content.find((b) => b.type === 'resource_link');
const read = await client.readResource({uri: link.uri});
const instructions = client.getInstructions();
await client.close();

console.log(JSON.stringify({
  tools,
  instructions,
  stdout: first.structuredContent.stdout,
  value: second.structuredContent.value,
  restarted: restarted.structuredContent.error.type,
  isError: restarted.isError,
  progress: seen.map((p) => [p.progress, p.message]),
  cancelled,
  after: after.structuredContent.value,
  size: file.structuredContent.size,
  text: read.contents[0].text,
}));
process.exit(0);
