import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tops = ['contract', 'client', 'server', 'web'];
/** Folders of these are rooms of their own. */
const divided = ['server', 'web'];

test('the picture in docs/architecture.md shows the imports of the code, all of them and no others', () => {
  expect(arrowsOfPicture()).toEqual(arrowsOfCode());
});

function arrowsOfPicture(): string[] {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const arrows = [...text.matchAll(/^\s*([\w/]+)(?:\[[^\]]*\])? --> ([\w/]+)/gm)].map(
    ([, from, to]) => `${from} → ${to}`,
  );
  return arrows.toSorted();
}

function arrowsOfCode(): string[] {
  const arrows = new Set<string>();
  for (const top of tops) {
    for (const file of sources(top)) {
      const from = roomOf(file);
      for (const target of importsOf(file)) {
        const to = roomOf(target);
        if (to !== undefined && to !== from) arrows.add(`${from} → ${to}`);
      }
    }
  }
  return [...arrows].toSorted();
}

function sources(top: string): string[] {
  const files = readdirSync(join(root, top), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^dist\//.test(file))
    .map((file) => join(top, file));
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)].map(([, target = '']) =>
    target.startsWith('#') ? target.slice(1) : normalize(join(dirname(file), target)),
  );
}

function roomOf(file: string): string | undefined {
  const [top = '', second = '', ...rest] = file.split('/');
  if (!tops.includes(top)) return undefined;
  return divided.includes(top) && rest.length > 0 ? `${top}/${second}` : top;
}
