// Encodes and decodes with the ecosystem's own implementation. Each line of
// standard input is a JSON array of two strings, JSON text to encode and GCF
// text to decode; each line of standard output is a JSON object with `wire`
// and `json`, or `encodeError` and `decodeError`.
import { createInterface } from 'node:readline';
import { decodeGeneric, encodeGeneric, parseJSONOrdered } from '@blackwell-systems/gcf';

// stringify writes a decoded value with its members in order and its integers
// exact.
function stringify(v) {
  if (v instanceof Map) {
    return '{' + [...v].map(([k, e]) => JSON.stringify(k) + ':' + stringify(e)).join(',') + '}';
  }
  if (Array.isArray(v)) {
    return '[' + v.map(stringify).join(',') + ']';
  }
  if (typeof v === 'bigint') {
    return v.toString();
  }
  if (v !== null && typeof v === 'object') {
    return '{' + Object.entries(v).map(([k, e]) => JSON.stringify(k) + ':' + stringify(e)).join(',') + '}';
  }
  return JSON.stringify(v);
}

for await (const line of createInterface({ input: process.stdin })) {
  const [json, wire] = JSON.parse(line);
  const result = {};
  try {
    result.wire = encodeGeneric(parseJSONOrdered(json));
  } catch (e) {
    result.encodeError = String(e.message);
  }
  try {
    result.json = stringify(decodeGeneric(wire));
  } catch (e) {
    result.decodeError = String(e.message);
  }
  process.stdout.write(JSON.stringify(result) + '\n');
}
