import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readTrustedProxies } from './addresses.ts';

describe('the documented TRUSTED_PROXIES', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const pages = ['README.md', 'deploy/compose.yaml', ...globSync('docs/*.md', { cwd: root })];
  const documented = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/TRUSTED_PROXIES(?:=|: )([\w./:]+)/g)].map(
      ([, value = '']) => [page, value] as const,
    ),
  );

  test('are there, also for containers', () => {
    expect(documented.filter(([, value]) => value.includes('/'))).toHaveLength(2);
  });

  test.each(documented)('%s: %s is the proxy, and no client of a private network', (_page, value) => {
    const isTrusted = readTrustedProxies(value);
    // The gateway of Docker's network has its first address.
    expect(isTrusted(value.replace(/\.0\/\d+$/, '.1'))).toBe(true);
    expect(['192.168.1.50', '10.0.0.50', '172.17.0.5', 'fd00::5'].filter(isTrusted)).toEqual([]);
  });
});
