import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tops = ['contract', 'client', 'server', 'web'];
/** Folders of these are rooms of their own. */
const divided = ['server', 'web'];
/** Unit tests beside them are not counted. */
const maxFilesOfFolder = 25;

test('the pictures in docs/architecture.md show the imports between rooms, all of them and no others', () => {
  expect(arrowsOfPictures()).toEqual(arrowsOfCode());
});

test('no two folders of the code import each other, neither directly nor by way of others', () => {
  const targets = new Map<string, Set<string>>();
  for (const file of tops.flatMap(sources)) {
    const reached = targets.get(dirname(file)) ?? new Set();
    for (const target of importsOf(file)) reached.add(dirname(target));
    targets.set(dirname(file), reached);
  }
  expect([...targets.keys()].filter((folder) => reaches(targets, folder, folder))).toEqual([]);
});

test('no two files of the code import each other, neither directly nor by way of others', () => {
  const targets = new Map(tops.flatMap(sources).map((file) => [file, new Set(importsOf(file))]));
  expect([...targets.keys()].filter((file) => reaches(targets, file, file))).toEqual([]);
});

test('a folder holds no more files than one can look over', () => {
  const counts = new Map<string, number>();
  // Steps of migrations are only ever added, and read by their numbers.
  const looked = [...tops, 'scripts'].flatMap(sources).filter((file) => !file.includes('/migrations/'));
  for (const file of looked) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > maxFilesOfFolder)).toEqual([]);
});

/** Whether a way of at least one import leads from a folder or file to another one; imports of itself do not count. */
function reaches(targets: Map<string, Set<string>>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const waiting = [...(targets.get(from) ?? [])].filter((next) => next !== from);
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (place === to) return true;
    if (seen.has(place)) continue;
    seen.add(place);
    waiting.push(...[...(targets.get(place) ?? [])].filter((next) => next !== place));
  }
  return false;
}

function arrowsOfPictures(): string[] {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const lines = text.matchAll(/^\s*([\w/]+)(?:\[[^\]]*\])? --> (.+)$/gm);
  const arrows = [...lines].flatMap(([, from, targets = '']) =>
    targets.split(' & ').map((target) => `${from} → ${target.replace(/\[.*/, '').trim()}`),
  );
  return arrows.toSorted();
}

function arrowsOfCode(): string[] {
  const arrows = new Set<string>();
  for (const top of tops) {
    for (const file of sources(top)) {
      const from = roomOf(file) ?? '';
      for (const target of importsOf(file)) {
        const to = roomOf(target);
        if (to !== undefined && to !== from && isDrawn(from, to)) arrows.add(`${from} → ${to}`);
      }
    }
  }
  return [...arrows].toSorted();
}

/** Not drawn: main.ts and app.ts, which join all rooms of the server, and what almost all of these use. */
function isDrawn(from: string, to: string): boolean {
  return from !== 'server' && !(from.startsWith('server/') && ['contract', 'server/errors'].includes(to));
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
