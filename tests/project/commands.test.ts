/** The commands that README and docs show are those of `keepsake --help`. */
import { spawnSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFolder } from '#tests/support/fixtures/project-copy.ts';

const files = ['README.md', 'client/cli/README.md', ...globSync('docs/*.md', { cwd: projectFolder })];
const help = helpOfAll();
const known = optionsByCommand(help);

describe('keepsake --help', () => {
  test('lists every command of the operator, of which each is a file', () => {
    const names = readdirSync(join(projectFolder, 'server/cli/commands')).map((file) => file.replace(/\.ts$/, ''));
    const ofOperator = help.slice(help.indexOf('For the operator'));
    expect([...optionsByCommand(ofOperator).keys()].toSorted()).toEqual(names.toSorted());
    expect([...known.keys()]).toEqual(expect.arrayContaining(names));
  });

  test('fits into a terminal', () => {
    expect(help.split('\n').filter((line) => line.length > 120)).toEqual([]);
  });
});

describe('README and docs', () => {
  const shown = files.flatMap((file) => callsIn(file).map((call) => ({ file, ...call })));

  test('show no command and no option that does not exist', () => {
    const wrong = shown.filter(
      ({ name, options }) => !known.has(name) || options.some((option) => !known.get(name)?.has(option)),
    );
    expect(wrong).toEqual([]);
  });

  test('show every command', () => {
    expect([...known.keys()].filter((name) => !shown.some((call) => call.name === name))).toEqual([]);
  });
});

function helpOfAll(): string {
  const keepsake = join(projectFolder, 'client/cli/keepsake.mjs');
  return spawnSync(process.execPath, [keepsake, '--help'], { encoding: 'utf8' }).stdout;
}

/** The options of each command that a help lists, with those that all commands have. */
function optionsByCommand(text: string): Map<string, Set<string>> {
  const options = new Map<string, Set<string>>();
  const common = new Set<string>();
  let current: Set<string> | undefined;
  for (const line of text.split('\n')) {
    const [, name] = /^ {2}keepsake ([a-z-]+)/.exec(line) ?? [];
    if (name !== undefined) options.set(name, (current = new Set()));
    const [, indent, option = ''] = /^( {2}| {6})--([a-z-]+)/.exec(line) ?? [];
    if (indent === '  ') common.add(option);
    else if (indent !== undefined) current?.add(option);
  }
  for (const own of options.values()) for (const option of common) own.add(option);
  return options;
}

/** The calls of `keepsake` in code of a page: the name of the command and its options. */
function callsIn(file: string): { name: string; options: string[] }[] {
  const text = readFileSync(join(projectFolder, file), 'utf8');
  const calls = text.matchAll(/(?:npx |`|\d )keepsake ([a-z][a-z-]*)([^`\n#]*)/g);
  return [...calls].map(([, name = '', rest = '']) => ({
    name,
    options: [...rest.matchAll(/(?<= )--([a-z-]+)/g)].map(([, option = '']) => option),
  }));
}
