import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { atEndOfFile } from '#tests/support/file-end.ts';
import { runServer } from '#tests/support/run-server.ts';
import { startServer } from '#tests/support/start-server.ts';

describe('a bad setting ends the server with a sentence about it', () => {
  test.each([
    ['PORT', 'many'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost/keepsake'],
    ['DATABASE_URL', 'nonsense'],
    ['SMTP_URL', 'localhost:25'],
    ['SIGN_UP', 'maybe'],
    ['PUBLIC_URL', 'keepsake.example.org'],
    ['TRUSTED_PROXIES', 'everyone'],
  ])('%s=%s', async (name, value) => {
    const { code, output } = await runServer({ ...(await settings()), [name]: value });
    expect(code).not.toBe(0);
    expect(output).toContain(name);
    expect(output.trim().split('\n')).toHaveLength(1);
  });

  test('a port that is taken', async () => {
    const server = await startServer();
    const { code, output } = await runServer({ ...(await settings()), PORT: String(server.port) });
    expect(code).not.toBe(0);
    expect(output).toContain(String(server.port));
  });

  test('a data folder that cannot be one', async () => {
    const { KEEPSAKE_DATA = '' } = await settings();
    const file = join(KEEPSAKE_DATA, 'file');
    await writeFile(file, '');
    const { code, output } = await runServer({ ...(await settings()), KEEPSAKE_DATA: file });
    expect(code).not.toBe(0);
    expect(output).toContain('KEEPSAKE_DATA');
  });
});

async function settings(): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-settings-'));
  atEndOfFile(() => rm(folder, { recursive: true, force: true }));
  return { PATH: process.env.PATH ?? '', PORT: '0', KEEPSAKE_DATA: folder };
}
