"""Named sandboxes for agent frameworks; each module imports its framework.

`workspace` pydantic-ai, `deepagents` LangChain, `inspect` inspect-ai,
`openai_agents` the OpenAI Agents SDK.
"""
