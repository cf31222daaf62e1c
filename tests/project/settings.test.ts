import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingNames } from '#tests/support/server/settings.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

/** The names in the first cells of the tables below a heading. */
function namesBelow(text: string, heading: string): string[] {
  const part = text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
  const cells = [...part.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name));
}

test('docs/operating.md tells of every setting, and of none that does not exist', () => {
  const told = namesBelow(read('docs/operating.md'), 'Settings');
  expect(told.toSorted()).toEqual([...settingNames()].toSorted());
});

test('the settings in README.md exist', () => {
  const told = namesBelow(read('README.md'), 'Settings');
  expect(told.length).toBeGreaterThan(5);
  expect(told.filter((name) => !settingNames().has(name))).toEqual([]);
});
