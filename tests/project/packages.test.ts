/** The packages come from the npm registry, each in one version that is compared with its checksum. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '#tests/support/fixtures/project-copy.ts';

type Locked = { version?: string; resolved?: string; integrity?: string };

const { packages } = JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};
const manifest = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as Record<
  string,
  Record<string, string>
>;

test('every locked package has an exact version and a SHA-512, and none is from elsewhere', () => {
  const locked = Object.entries(packages).filter(([path]) => path !== '');
  expect(locked.length).toBeGreaterThan(100);
  for (const [path, { version, resolved, integrity }] of locked) {
    expect([path, version]).toEqual([path, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
    expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-/)]);
    expect([path, resolved ?? 'https://registry.npmjs.org/']).toEqual([
      path,
      expect.stringMatching(/^https:\/\/registry\.npmjs\.org\//),
    ]);
  }
});

test('package.json names exact versions', () => {
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
    for (const [name, version] of Object.entries(manifest[kind] ?? {}))
      expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
});
