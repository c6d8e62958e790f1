// Asks the MCP server everything with the client of the protocol's own SDK, which
// holds each answer against the schema of the protocol, and what tools answer
// against the schemas that they announce.
// usage: mcp.mjs SERVER CALLS   CALLS are the arguments of each tool, as JSON
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const [server, calls] = process.argv.slice(2);
const client = new Client({ name: 'interop', version: '1' });
const faults = [];
client.onerror = (error) => faults.push(error);
await client.connect(new StdioClientTransport({ command: server, args: ['mcp'] }));

const { tools } = await client.listTools();
const wanted = JSON.parse(calls);
assert.deepEqual(tools.map(({ name }) => name).sort(), Object.keys(wanted).sort());
for (const { name, outputSchema, annotations } of tools) {
  assert.equal(outputSchema?.type, 'object', name);
  assert.equal(annotations?.readOnlyHint, true, name);
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: wanted[name] });
  assert.ok(!isError, `${name}: ${JSON.stringify(content)}`);
  assert.equal(typeof structuredContent, 'object', name);
  assert.equal(content[0]?.type, 'text', name);
}
const refused = await client.callTool({ name: 'decode', arguments: { text: 'GCF profile=generic\n1|2\n' } });
assert.equal(refused.isError, true);

const { resources } = await client.listResources();
assert.ok(resources.some(({ uri }) => uri === 'gcf://sheet'));
for (const { uri } of resources.slice(0, 3)) assert.ok((await client.readResource({ uri })).contents[0].text.length > 100, uri);
await client.listResourceTemplates();
const { prompts } = await client.listPrompts();
assert.deepEqual(prompts.map(({ name }) => name), ['answer_in_gcf']);
const { messages } = await client.getPrompt({ name: 'answer_in_gcf', arguments: { task: 'list the orders' } });
assert.match(messages.map(({ content }) => content.text).join('\n'), /list the orders/);
await client.close();
assert.deepEqual(faults, []);
