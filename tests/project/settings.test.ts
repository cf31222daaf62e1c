import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingNames } from '#tests/support/server/settings.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

test('docs/settings.md lists every setting, and none that does not exist', () => {
  const cells = [...read('docs/settings.md').matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell);
  const listed = cells.flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name));
  expect(listed.toSorted()).toEqual([...settingNames()].toSorted());
});

test('the settings in README.md exist', () => {
  const used = [...read('README.md').matchAll(/\b([A-Z]+_[A-Z_]+)\b/g)].map(([, name = '']) => name);
  expect(used.length).toBeGreaterThan(3);
  expect(used.filter((name) => !settingNames().has(name))).toEqual([]);
});
