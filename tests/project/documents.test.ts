/** What the documents point to exists: files and folders of the project, links, headings and npm scripts. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFolder } from '#tests/support/fixtures/project-copy.ts';

const documents = globSync(['*.md', 'docs/**/*.md', 'client/*/README.md'], { cwd: projectFolder });
const tops = '(?:bench|client|contract|deploy|docs|scripts|server|tests|web)';
const sources = globSync(`{${tops.slice(3, -1).replaceAll('|', ',')}}/**/*.{ts,tsx,mjs}`, { cwd: projectFolder });
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

describe.each(documents)('%s', (document) => {
  const text = read(document);

  test('names files and folders that exist', () => {
    const named = [
      ...found(text, new RegExp(String.raw`(?<![\w.@/:-])(${tops}/[\w./-]*\.\w+)`, 'g')),
      ...found(text, new RegExp(`\`(${tops}/[\\w/-]*)\``, 'g')),
    ];
    // What the build makes is not there yet in a fresh clone.
    const kept = named.filter((path) => !/\/dist(?:\/|$)/.test(path));
    expect(kept.filter((path) => !existsSync(join(projectFolder, path)))).toEqual([]);
    // Inside a room its files may be named without the way to it.
    const short = found(text, /`([\w/-]+\.(?:tsx?|mjs))`/g);
    expect(short.filter((path) => !sources.some((file) => `/${file}`.endsWith(`/${path}`)))).toEqual([]);
  });

  test('links to files and headings that exist', () => {
    const links = found(text, /\]\(([^)\s]+)\)/g).filter((link) => !/^https?:/.test(link));
    expect(links.filter((link) => !leadsSomewhere(document, link))).toEqual([]);
  });

  test('names npm scripts that exist', () => {
    const named = found(text, /npm run (\w+)/g);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });
});

test('an alert that compares two rates sums each: else every series is compared with that of its own labels', () => {
  const conditions = found(read('docs/operating.md'), /^\| [^|]+ \| `([^`|]*rate\([^`|]*rate\([^`|]*)`/gm);
  expect(conditions).toHaveLength(1);
  for (const condition of conditions) expect(condition.replaceAll('sum(rate(', '')).not.toContain('rate(');
});

function leadsSomewhere(document: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? document : normalize(join(dirname(document), path));
  if (!existsSync(join(projectFolder, target))) return false;
  return (
    heading === undefined ||
    found(read(target), /^#+ (.+)$/gm)
      .map(anchorOf)
      .includes(heading)
  );
}

/** The anchor that GitHub gives to a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, group = '']) => group);
}

function read(file: string): string {
  return readFileSync(join(projectFolder, file), 'utf8');
}
