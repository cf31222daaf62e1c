/** docs/specification.md names no file and no test that is not there, and no statement without both. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toastFadeMs, toastMaxWidthPx } from '#contract/display.ts';
import { projectFolder } from '#tests/support/fixtures/project-copy.ts';

const rows = read('docs/specification.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| statement') && !line.startsWith('| ---'))
  .map((line) => line.slice(2, -2).split(' | ') as [string, string, string]);

describe('docs/specification.md', () => {
  test('has statements of every section from 2 to 9', () => {
    const sections = [...read('docs/specification.md').matchAll(/^## (\d)\./gm)].map(([, number]) => Number(number));
    expect(sections).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect(rows.length).toBeGreaterThan(60);
  });

  test.each(rows)('%s', (statement, doer, proof) => {
    expect([statement, doer, proof].every((cell) => cell.trim() !== '')).toBe(true);
    const file = /`([^`]+)`/.exec(doer)?.[1];
    if (file !== undefined)
      expect({ file, there: existsSync(join(projectFolder, file)) }).toEqual({ file, there: true });
    const named = /`([^`]+)`: (.+?)\)?$/.exec(proof);
    const [, testFile = '', name = ''] = named ?? [];
    expect(testNames(testFile)).toContain(name);
  });
});

test('toasts are drawn by the numbers of the contract', () => {
  expect(read('web/ui/theme/tokens.css')).toContain(`--m-toast: ${toastFadeMs}ms;`);
  const toast = read('web/ui/overlays/toast.css');
  expect(toast).toContain(`max-width: ${toastMaxWidthPx}px;`);
  expect(toast).toContain('transition: opacity var(--m-toast)');
});

/** The names in `test('…')` and `test.each(…)('…')` of a file. */
function testNames(file: string): string[] {
  const names = [...read(file).matchAll(/(?:test|\))\(\s*(?:'((?:[^'\\]|\\.)+)'|"([^"]+)"),\s*(?:async\s*)?\(/g)];
  return names.map(([, single, double]) => single?.replaceAll("\\'", "'") ?? double ?? '');
}

function read(file: string): string {
  return readFileSync(join(projectFolder, file), 'utf8');
}
