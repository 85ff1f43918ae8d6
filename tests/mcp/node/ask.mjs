// ask.mjs - a client of the npm registry that is asked, and told of changes.
//
//   node ask.mjs sdk|client|modern yes|no POLICY COMMAND...
//
// Calls pay(7), which needs an approval; then rewrites the policy and waits to
// be told that the tools have changed.  Prints one JSON object.
//
// SPDX-License-Identifier: Apache-2.0

import {readFileSync, renameSync, writeFileSync} from 'node:fs';

const [, , which, answer, policy, command, ...args] = process.argv;
const base = '@modelcontextprotocol/sdk/';
const lib = which === 'sdk'
  ? {
    ...(await import(base + 'client/index.js')),
    ...(await import(base + 'client/stdio.js')),
    ...(await import(base + 'types.js')),
  }
  : {
    ...(await import('@modelcontextprotocol/client')),
    ...(await import('@modelcontextprotocol/client/stdio')),
  };

let told;
const changed = new Promise((resolve) => { told = resolve; });
const client = new lib.Client({name: 'test', version: '1'}, {
  capabilities: {elicitation: {}},
  ...(which === 'modern' && {versionNegotiation: {mode: {pin: '2026-07-28'}}}),
  listChanged: {tools: {autoRefresh: false, onChanged: () => told(true)}},
});

const asked = [];
function elicit(request) {
  asked.push(request.params.message);
  return answer === 'yes' ? {action: 'accept', content: {approve: true}}
                          : {action: 'decline'};
}
client.setRequestHandler(
  which === 'sdk' ? lib.ElicitRequestSchema : 'elicitation/create', elicit);

await client.connect(new lib.StdioClientTransport({command, args}));
const params = {name: 'run_code', arguments: {code: 'pay(7)'}};
const got = await client.callTool(params);

const text = readFileSync(policy, 'utf8') + 'env: {set: {CHANGED: yes}}\n';
writeFileSync(policy + '.new', text, {mode: 0o600});
renameSync(policy + '.new', policy);
const late = new Promise((resolve) => setTimeout(() => resolve(false), 20000));
const heard = await Promise.race([changed, late]);
const tools = (await client.listTools()).tools;
await client.close();

console.log(JSON.stringify({
  asked,
  isError: Boolean(got.isError),
  value: got.structuredContent.value,
  heard,
  changed: tools.find((t) => t.name === 'run_code').description.includes('CHANGED'),
}));
process.exit(0);
