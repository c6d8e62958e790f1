// Hashes, encodes, decodes and verifies keyed rows and graphs with the
// ecosystem's own implementation. Each line of standard input is a JSON object
// with `base` and `next`, two tables or two graphs, and with what we wrote of
// them, `baseWire` and `deltaWire`; each line of standard output is one with
// what the other implementation makes of it, or with `error`.
import { createInterface } from 'node:readline';
import * as gcf from '@blackwell-systems/gcf';
import { packRoot } from './node_modules/@blackwell-systems/gcf/dist/packroot.js';

function table({ base, next, baseWire, deltaWire }) {
  const result = {
    baseRoot: gcf.genericPackRoot(base),
    nextRoot: gcf.genericPackRoot(next),
    full: gcf.encodeGenericFull(base, ''),
    delta: gcf.encodeGenericDelta(gcf.diffGenericSets(base, next)),
  };
  if (deltaWire !== '') {
    const delta = gcf.decodeGenericDelta(deltaWire);
    gcf.verifyGenericDelta(gcf.decodeGenericFull(baseWire).set, delta, delta.newRoot);
  }
  return result;
}

function graph({ base, next, baseWire, deltaWire }) {
  const result = { baseRoot: packRoot(base.symbols, base.edges), nextRoot: packRoot(next.symbols, next.edges) };
  const held = gcf.decode(baseWire);
  const delta = gcf.decodeDelta(deltaWire);
  gcf.verifyDelta(held.symbols, held.edges, delta.removed, delta.added, delta.removedEdges, delta.addedEdges, delta.newRoot);
  return result;
}

for await (const line of createInterface({ input: process.stdin })) {
  const job = JSON.parse(line);
  let result;
  try {
    result = job.base.symbols ? graph(job) : table(job);
  } catch (e) {
    result = { error: String(e.message) };
  }
  process.stdout.write(JSON.stringify(result) + '\n');
}
