import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bareSettings } from '#tests/support/server/bare-settings.ts';
import { runServer } from '#tests/support/server/run-server.ts';
import { startServer } from '#tests/support/server/start-server.ts';

describe('a bad setting ends the server with a sentence about it', () => {
  test.each([
    ['PORT', 'many'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost/keepsake'],
    ['DATABASE_URL', 'nonsense'],
    ['SMTP_URL', 'localhost:25'],
    ['STORAGE_URL', 'https://bucket.example.org'],
    ['STORAGE_URL', 's3://bucket/files?colour=red'],
    ['STORAGE_REDIRECT', 'maybe'],
    ['SECRET', 'short'],
    ['SIGN_UP', 'maybe'],
    ['BACKUP_FOLDER', '/nowhere/backups'],
    ['BACKUP_AT', '24:00'],
    ['OIDC_ISSUER', 'https://id.example.org'],
    ['PASSWORD_LOGIN', 'closed'],
    ['SESSION_IDLE_DAYS', '0'],
    ['SESSION_MAX_DAYS', '500'],
    ['APP_CHECK_KEY', 'two words'],
    ['PUBLIC_URL', 'keepsake.example.org'],
    ['CONTENT_URL', 'https://keepsake-files.example.org'],
    ['TRUSTED_PROXIES', 'everyone'],
    ['SILENCE_SECONDS', '0'],
    ['MAX_CONNECTIONS', '0'],
    ['REMOVAL_DELAY_SECONDS', '1d'],
    ['SILENCE_SECONDS', 'long'],
  ])('%s=%s', async (name, value) => {
    const { code, output } = await runServer({ ...(await bareSettings()), [name]: value });
    expect(code).not.toBe(0);
    expect(output).toContain(name);
    expect(output.trim().split('\n')).toHaveLength(1);
  });

  test('a port that is taken', async () => {
    const server = await startServer();
    const { code, output } = await runServer({ ...(await bareSettings()), PORT: String(server.port) });
    expect(code).not.toBe(0);
    expect(output).toContain(String(server.port));
  });

  test('a name that would do something to the terminal is printed as what it is', async () => {
    const { KEEPSAKE_DATA, ...others } = await bareSettings();
    const file = join(KEEPSAKE_DATA, 'a\u001b]0;title\u0007\u202e');
    await writeFile(file, '');
    const { code, output } = await runServer({ ...others, KEEPSAKE_DATA: file });
    expect([code, output]).toEqual([1, expect.stringContaining(String.raw`a\u{1b}]0;title\u{7}\u{202e}`)]);
  });

  test('a data folder that cannot be one', async () => {
    const { KEEPSAKE_DATA } = await bareSettings();
    const file = join(KEEPSAKE_DATA, 'file');
    await writeFile(file, '');
    const { code, output } = await runServer({ ...(await bareSettings()), KEEPSAKE_DATA: file });
    expect(code).not.toBe(0);
    expect(output).toContain('KEEPSAKE_DATA');
  });
});
