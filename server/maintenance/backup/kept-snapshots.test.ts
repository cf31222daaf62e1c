import { expect, test } from 'vitest';
import { keptSnapshots } from './kept-snapshots.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Noon, so that no zone moves it to another day. */
const start = new Date(2025, 0, 1, 12).getTime();
const nameOf = (at: number) => new Date(at).toISOString();
const of = 'one';
const nightly = (days: number) =>
  Array.from({ length: days }, (_, index) => start + index * dayMs).map((at) => ({ name: nameOf(at), of, at }));

test('after years of nightly backups, those of 7 days, 4 weeks and 12 months are left', () => {
  let left: ReturnType<typeof nightly> = [];
  for (const taken of nightly(800)) {
    const all = [...left, taken];
    const kept = keptSnapshots(all);
    expect(kept.has(taken.name)).toBe(true);
    left = all.filter(({ name }) => kept.has(name));
  }
  const last = start + 799 * dayMs;
  expect(left.filter(({ at }) => last - at < 7 * dayMs)).toHaveLength(7);
  expect(left.length).toBeLessThanOrEqual(7 + 4 + 12);
  expect(new Set(left.map(({ at }) => new Date(at).toISOString().slice(0, 7))).size).toBeGreaterThanOrEqual(12);
  expect(last - Math.min(...left.map(({ at }) => at))).toBeGreaterThan(300 * dayMs);
});

test('days without a backup do not count: what is there is kept', () => {
  const rare = [0, 100, 101, 250, 600].map((day) => ({ name: `${day}`, of, at: start + day * dayMs }));
  expect([...keptSnapshots(rare)].toSorted()).toEqual(['0', '100', '101', '250', '600']);
});

test('of several backups of a day the newest is kept', () => {
  const three = [0, 1, 2].map((hour) => ({ name: `${hour}`, of, at: start + hour * 1000 }));
  expect([...keptSnapshots(three)]).toEqual(['2']);
  expect([...keptSnapshots([])]).toEqual([]);
});

test('another installation in the same folder, also an empty one, removes nothing of what the first one left', () => {
  const left = nightly(7);
  const others = Array.from({ length: 24 }, (_, index) => start + (7 + index) * dayMs);
  const all = [...left, ...others.map((at) => ({ name: `other ${nameOf(at)}`, of: 'another', at }))];
  const kept = keptSnapshots(all);
  for (const { name } of left) expect(kept).toContain(name);
  // 7 days, and the newest of the weeks and the month that have no other.
  expect([...kept].filter((name) => name.startsWith('other')).length).toBeLessThanOrEqual(7 + 4 + 1);
});

test('the one that was taken last is kept, though its clock says that it is older than all others', () => {
  const last = { name: 'last', of, at: start };
  const later = nightly(900).slice(400);
  expect(keptSnapshots([...later, last]).has('last')).toBe(true);
  const sameDay = [{ name: 'ahead', of, at: start + 1000 }, last];
  expect(keptSnapshots(sameDay).has('last')).toBe(true);
});
