import assert from 'node:assert/strict';
import test from 'node:test';
import { Scroll } from '../../src/webview/scroll';

test('few rows are placed by pixels', () => {
  const scroll = new Scroll(1000, 20, 400);
  assert.equal(scroll.height, 20_000);
  assert.equal(scroll.visible, 20);
  assert.equal(scroll.rowAt(0), 0);
  assert.equal(Math.round(scroll.rowAt(200)), 10);
  assert.equal(Math.round(scroll.positionOf(10)), 200);
});

test('the end of the scrollbar is the last screen of rows', () => {
  for (const rows of [21, 1000, 100_000, 50_000_000]) {
    const scroll = new Scroll(rows, 20, 400);
    assert.ok(scroll.height <= 8_000_000);
    assert.equal(scroll.rowAt(scroll.height - 400), rows - 20, `${rows} rows`);
    assert.equal(scroll.positionOf(rows), scroll.height - 400, `${rows} rows`);
  }
});

test('each of a great many rows can be reached', () => {
  const scroll = new Scroll(10_000_000, 20, 400);
  for (const row of [0, 1, 12_345, 5_000_000, 9_999_979]) {
    assert.ok(Math.abs(scroll.rowAt(scroll.positionOf(row)) - row) < 0.001, `row ${row}`);
  }
});

test('rows that fit do not scroll', () => {
  const scroll = new Scroll(3, 20, 400);
  assert.equal(scroll.rowAt(100), 0);
  assert.equal(scroll.positionOf(2), 0);
});
