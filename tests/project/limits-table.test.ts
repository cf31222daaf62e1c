import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as limits from '#contract/limits.ts';

type Rule = { max: number; windowMs: number };

const minute = 60_000;
const windows = new Map([
  [minute, 'minute'],
  [60 * minute, 'hour'],
  [24 * 60 * minute, 'day'],
]);

test('docs/limits.md lists each limit of the contract, and no others', () => {
  expect(rowsOfTable()).toEqual(new Map(Object.entries(limits).flatMap(([name, limit]) => rowsOf(name, limit))));
});

/** Each limit as the table writes it, by its name. */
function rowsOfTable(): Map<string, string> {
  const text = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| .* \| (.*) \| .* \| `([\w/-]+)` \|$/gm)];
  return new Map(rows.map(([, limit = '', name = '']) => [name, limit]));
}

function rowsOf(name: string, limit: number | Rule | Record<string, Rule>): [string, string][] {
  if (typeof limit === 'number') return [[name, written(name, limit)]];
  if (isRule(limit))
    return [[name, `${limit.max} per ${windows.get(limit.windowMs) ?? `${limit.windowMs / minute} minutes`}`]];
  return Object.entries(limit).flatMap(([path, rule]) => rowsOf(`${name}/${path.replace(/^\//, '')}`, rule));
}

function isRule(limit: Rule | Record<string, Rule>): limit is Rule {
  return typeof limit['max'] === 'number';
}

function written(name: string, limit: number): string {
  if (name.endsWith('Seconds')) return `${limit} seconds`;
  if (name.endsWith('Bytes')) return size(limit);
  return limit.toLocaleString('en');
}

function size(bytes: number): string {
  const unit = [4, 3, 2, 1].find((power) => bytes % 1024 ** power === 0) ?? 0;
  return `${bytes / 1024 ** unit} ${['bytes', 'KiB', 'MiB', 'GiB', 'TiB'][unit]}`;
}
