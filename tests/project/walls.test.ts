/** The walls between the rooms (docs/architecture.md) hold: what they forbid is refused, what they allow is not. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { copyProject, projectFolder } from '#tests/support/fixtures/project-copy.ts';
import { serverRooms } from '../../scripts/walls.ts';

type Diagnostic = { message: string; code: string; filename: string; help?: string };

/** [room, import, part of the sentence that refuses it] */
const forbidden = [
  ['contract', '#client/server.ts', 'contract/ is what server and clients agree on'],
  ['contract', '#server/config/config.ts', 'contract/ is what server and clients agree on'],
  ['contract', '#web/main.tsx', 'contract/ is what server and clients agree on'],
  ['contract', 'hono', 'contract/ imports zod and @orpc/contract only'],
  ['contract', '@orpc/server', 'contract/ imports zod and @orpc/contract only'],
  ['contract', 'node:fs', 'contract/ imports zod and @orpc/contract only'],
  ['client', '#server/config/config.ts', 'speaks to server/ by requests only'],
  ['client', '#web/main.tsx', 'client/ is used by programs without a page too'],
  ['client', 'react', 'client/ speaks to a server without React'],
  ['client', '#contract/records/entries.ts', 'so that zod stays out of the browser'],
  ['client/storage', '../../contract/names/names.ts', 'Another room is imported by its name'],
  ['server', '#client/server.ts', 'server/ answers any client'],
  ['server', '#web/main.tsx', 'server/ answers any client'],
  ['server/http', '#server/database/open.ts', 'server/http turns requests into calls of server/drive'],
  ['server/http', '../database/open.ts', 'server/http turns requests into calls of server/drive'],
  ['server/http/tus', '../../database/open.ts', 'server/http turns requests into calls of server/drive'],
  ['server/http', '#server/blobs/disk/disk-store.ts', 'server/http turns requests into calls of server/drive'],
  ['server/http', '../app.ts', 'is given what it needs by app.ts'],
  ['server/http', '#client/server.ts', 'server/ answers any client'],
  ['server/drive', '#server/blobs/disk/disk-store.ts', 'is given the store itself'],
  ['server/drive/deep', '../../blobs/disk/disk-store.ts', 'is given the store itself'],
  ['server/drive', '../blobs/disk/disk-store.ts', 'is given the store itself'],
  ['server/maintenance', '#server/drive/tree/queries.ts', 'knows the tables of these rooms'],
  ['server/maintenance/deep', '../../accounts/auth-tables.ts', 'knows the tables of these rooms'],
  ['server/drive', '#server/main.ts', 'is given what it needs by app.ts'],
  ...Object.entries(serverRooms).flatMap(([own, { imports, sentence }]) =>
    Object.keys(serverRooms)
      .filter((other) => other !== own && !imports.includes(other))
      .flatMap((other) => [
        [`server/${own}`, `#server/${other}/x.ts`, sentence],
        [`server/${own}/deep`, `../../${other}/x.ts`, sentence],
      ]),
  ),
  ...Object.entries(serverRooms)
    .filter(([, { contract }]) => contract === false)
    .map(([own, { sentence }]) => [`server/${own}`, '#contract/names/names.ts', sentence]),
  ['server/mail', '../app.ts', 'is given what it needs by app.ts'],
  ['web', '#server/config/config.ts', 'speaks to server/ by requests only'],
  ['web/app', '#server/config/config.ts', 'speaks to server/ by requests only'],
  ['web/app', '#contract/api/api.ts', 'so that zod stays out of the browser'],
  ['web/features/one', '#server/config/config.ts', 'speaks to server/ by requests only'],
  ['web/features/one', '#contract/records/entries.ts', 'so that zod stays out of the browser'],
  ['web/features/one', '#web/app/shell.tsx', 'web/app joins the features'],
  ['web/features/one', '../../app/shell.tsx', 'web/app joins the features'],
  ['web/features/one', '#web/features/two/two.tsx', 'A feature never imports another feature'],
  ['web/features/one', '../two/two.tsx', 'A feature never imports another feature'],
  ['web/features/one/deep', '../../two/two.tsx', 'A feature never imports another feature'],
  ['web/ui', '#web/features/one/one.tsx', 'web/ui knows nothing of files'],
  ['web/ui', '../app/shell.tsx', 'web/ui knows nothing of files'],
  ['web/ui', '#client/server.ts', 'web/ui knows nothing of files'],
  ['web/ui', '#contract/names/names.ts', 'web/ui knows nothing of files'],
  ['tests/api', '#server/config/config.ts', 'These tests stand outside'],
  ['tests/e2e', '#web/main.tsx', 'These tests stand outside'],
  ['server/drive', '#tests/support/fixtures/bytes.ts', 'does not import its tests'],
] as const satisfies readonly (readonly string[])[];

/** [room, import]; an import that starts with "type" is of types only. */
const allowed = [
  ['contract', 'zod'],
  ['contract', '@orpc/contract'],
  ['contract', '#contract/names/names.ts'],
  ['contract/deep', '../names/names.ts'],
  ['contract', './names.ts'],
  ['client', '#contract/names/names.ts'],
  ['client', 'type #contract/records/entries.ts'],
  ['server', './http/router.ts'],
  ...Object.entries(serverRooms).flatMap(([own, { imports }]) =>
    imports.map((other) => [`server/${own}`, `type #server/${other}/x.ts`]),
  ),
  ['server', './database/open.ts'],
  ['server/http', '#server/drive/tree/queries.ts'],
  ['server/http', '#contract/api/api.ts'],
  ['server/http', './middleware/identify.ts'],
  ['server/drive', '#server/database/open.ts'],
  ['server/drive', '#server/blobs/blob-store.ts'],
  ['server/drive/tree', '../changes/changes.ts'],
  ['server/drive', '#contract/names/names.ts'],
  ['server/database', './migrations/first.ts'],
  ['server/maintenance', '#server/database/open.ts'],
  ['server/maintenance', '#server/drive/tables.ts'],
  ['server/maintenance/deep', '../../accounts/tables.ts'],
  ['server/maintenance', '#server/blobs/disk/disk-layout.ts'],
  ['server/maintenance', '#contract/names/names.ts'],
  ['web/app', '#web/features/one/one.tsx'],
  ['web/app', '#web/ui/controls/button.tsx'],
  ['web/features/one', '#web/ui/controls/button.tsx'],
  ['web/features/one', '#client/server.ts'],
  ['web/features/one', '#contract/names/names.ts'],
  ['web/features/one/deep', '../one.tsx'],
  ['tests/api', '#client/server.ts'],
  ['tests/api', '#contract/names/names.ts'],
] as const;

/** Between these rooms the compiler refuses as well. The imported files exist. */
const refusedByCompiler = [
  ['contract', '#client/server.ts'],
  ['contract', '#server/jobs/schedule.ts'],
  ['client', '#server/jobs/schedule.ts'],
  ['server', '#client/server.ts'],
  ['web', '#server/jobs/schedule.ts'],
] as const;

/** All that `tsc -b` compiles, but for the tests. */
const product = ['contract', 'client', 'client/cli', 'server', 'web', 'web/worker'];

describe('lint', () => {
  let diagnostics: Diagnostic[] = [];

  beforeAll(async () => {
    const copy = copyProject();
    copy.write('web/features/two/two.tsx', 'export const two = 2;\n');
    forbidden.forEach(([room, source], index) => copy.write(fileName(room, 'forbidden', index), importing(source)));
    allowed.forEach(([room, source], index) => copy.write(fileName(room, 'allowed', index), importing(source)));
    copy.write('server/drive/reads-environment.ts', 'export const port = process.env.PORT;\n');
    // The walls need no types, which take most of the time.
    copy.write('oxlint.config.ts', read('oxlint.config.ts').replace('typeAware: true', 'typeAware: false'));
    const { output } = await copy.run('oxlint', '--format=json');
    diagnostics = (JSON.parse(output) as { diagnostics: Diagnostic[] }).diagnostics.filter(({ code }) =>
      /no-restricted-imports|no-process-env/.test(code),
    );
  });

  test.each(forbidden.map(([room, source, sentence], index) => ({ room, source, sentence, index })))(
    '$room may not import $source',
    ({ room, sentence, index }) => {
      expect(saidOf(fileName(room, 'forbidden', index))).toContain(sentence);
    },
  );

  test.each(allowed.map(([room, source], index) => ({ room, source, index })))(
    '$room may import $source',
    ({ room, index }) => {
      expect(saidOf(fileName(room, 'allowed', index))).toBe('');
    },
  );

  test('only server/config/config.ts reads the environment', () => {
    expect(saidOf('server/drive/reads-environment.ts')).toContain('process.env');
  });

  test('the product itself keeps to the walls', () => {
    const ours = diagnostics.filter(({ filename }) => !/forbidden-\d+|reads-environment/.test(filename));
    expect(ours).toEqual([]);
  });

  function saidOf(file: string): string {
    const said = diagnostics.filter(({ filename }) => filename === file);
    return said.map(({ message, help }) => `${message} ${help ?? ''}`).join('\n');
  }
});

describe('the compiler', () => {
  let output = '';

  beforeAll(async () => {
    const copy = copyProject();
    refusedByCompiler.forEach(([room, source], index) =>
      copy.write(fileName(room, 'unreferenced', index), importing(source)),
    );
    ({ output } = await copy.run('tsc', '-b', ...product, '--pretty', 'false'));
  });

  test.each(refusedByCompiler.map(([room, source], index) => ({ room, source, index })))(
    'refuses $source in $room',
    ({ room, index }) => {
      const lines = output.split('\n').filter((line) => line.startsWith(fileName(room, 'unreferenced', index)));
      expect(lines.join('\n')).toMatch(/TS6307|TS6059/);
    },
  );

  test('accepts what the product itself imports', () => {
    const refused = output.split('\n').filter((line) => /TS6307|TS6059/.test(line));
    expect(refused.filter((line) => !/(unreferenced|forbidden)-\d+/.test(line))).toEqual([]);
  });
});

describe('what no linter sees', () => {
  test('the words sqlite and postgres appear only in server/database and server/config/config.ts', () => {
    const others = sources('server/**/*.ts').filter((file) => !/^server\/(database|config)\//.test(file));
    expect(others.filter((file) => /sqlite|postgres/i.test(read(file).replace(/^import .*/gm, '')))).toEqual([]);
  });

  test('only server/drive/access makes a scope', () => {
    const others = sources('server/**/*.ts').filter((file) => !file.startsWith('server/drive/access/'));
    expect(others.filter((file) => /\bas (unknown as )?Scope\b/.test(read(file)))).toEqual([]);
  });

  test('a dynamic import reaches no further than the others of its room', () => {
    const rooms = sources('{contract,client}/**/*.ts', 'server/*/**/*.ts', 'web/{features,ui}/**/*.{ts,tsx}');
    const reaching = rooms.filter((file) => {
      const [, room = ''] = file.split('/');
      const targets = [...read(file).matchAll(/\bimport\(\s*['"`](#[^'"`]*|\.\.\/[^'"`]*)/g)].map(
        ([, target]) => target,
      );
      const mayReach = file.startsWith('server/') ? (serverRooms[room]?.imports ?? []) : [];
      return targets.some((target = '') => !mayReach.some((other) => target.startsWith(`#server/${other}/`)));
    });
    expect(reaching).toEqual([]);
  });
});

function fileName(room: string, kind: string, index: number): string {
  return `${room}/${kind}-${index}.ts`;
}

function importing(source: string): string {
  const isType = source.startsWith('type ');
  return `import ${isType ? 'type ' : ''}* as other from '${source.replace('type ', '')}';\nexport ${
    isType ? 'type Other = typeof other' : 'const name = typeof other'
  };\n`;
}

function sources(...patterns: string[]): string[] {
  return globSync(patterns, { cwd: projectFolder });
}

function read(file: string): string {
  return readFileSync(join(projectFolder, file), 'utf8');
}
