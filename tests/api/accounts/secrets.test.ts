import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { logIn, signUp, visit } from '#tests/support/client/build-account.ts';
import { programOf } from '#tests/support/client/program.ts';
import { tus } from '#tests/support/client/tus.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startMailServer } from '#tests/support/server/mail-server.ts';
import { metricsPort } from '#tests/support/server/metrics.ts';
import { runServer } from '#tests/support/server/run-server.ts';
import { startServer } from '#tests/support/server/start-server.ts';
import { startTraceReceiver } from '#tests/support/server/trace-receiver.ts';

test('no secret and no name gets into the log, the metrics or the traces, whatever goes wrong', async () => {
  const secrets = new Map<string, string>();
  const plant = (what: string, value = `canary-${randomUUID()}`) => {
    secrets.set(what, value);
    return value;
  };
  const mail = await startMailServer({ auth: { user: 'keepsake', pass: plant('SMTP password') } });
  const [metrics, receiver] = [await metricsPort(), await startTraceReceiver()];
  const server = await startServer({
    env: {
      LOG_LEVEL: 'trace',
      SMTP_URL: mail.url,
      METRICS_PORT: metrics.port,
      APP_CHECK_KEY: plant('app check key'),
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=${plant('header for the collector')}`,
    },
  });
  if (server.databaseUrl) plant('password of the database', new URL(server.databaseUrl).password);
  const seen = [await metrics.text()];

  const email = `${plant('address')}@example.org`;
  const ada = await signUp(server, { email, password: plant('password') });
  plant('session', ada.cookie);
  await expect(logIn(server, { email, password: plant('wrong password') })).rejects.toMatchObject({
    status: 401,
  });
  const stranger = `${plant('unknown address')}@example.org`;
  await expect(logIn(server, { email: stranger, password: 'some password' })).rejects.toMatchObject({
    status: 401,
  });
  await visit(server).account.requestReset({ email: stranger });
  await expect(signUp(server, { email, password: 'some password' })).rejects.toMatchObject({
    code: 'address-taken',
  });

  const folder = await ada.api.folders.create({ name: plant('name of a folder'), parentId: null });
  const begun = await tus(ada).begin({
    name: plant('name of a file'),
    length: 30_000,
    folderId: folder.id,
    body: bytes(30_000),
    metadata: { sha256: '0'.repeat(64) },
  });
  expect(begun.status).toBe(422);
  const program = await programOf(ada, { 'keepsake-app-check': secrets.get('app check key') ?? '' });
  plant('app password', program.token);
  const path = `/api/objects/${plant('path of a folder')}/${plant('path of a file')}`;
  const put = await program.fetch(`${path}?createFolders=true`, { method: 'PUT', body: 'text' });
  expect(put.status).toBe(201);
  const { files } = await ada.api.folders.children({
    id: (await ada.api.folders.children({ id: 'root' })).folders[1]?.id ?? '',
  });
  const { token } = await ada.api.downloadTokens.create({ fileId: files[0]?.id ?? '', expiresAt: null });
  plant('download token', token);
  expect((await visit(server).fetch(`${files[0]?.url}?token=${token}`)).status).toBe(200);
  await visit(server).fetch(`${files[0]?.url}?token=${plant('wrong download token')}`);
  await visit(server).fetch('/api/folders/root', {
    headers: { authorization: `Bearer ${plant('wrong app password')}` },
  });
  await visit(server).fetch(`/${plant('page')}`, { headers: { cookie: `keepsake=${plant('cookie of others')}` } });

  await ada.account.requestReset({ email });
  const letter = await mail.nextMail(email, 'Set a new');
  const link = /https?:\/\/\S+/.exec(letter.text ?? '')?.[0] ?? '';
  plant('reset token', /reset-password\/([^?]+)/.exec(link)?.[1]);
  await visit(server).fetch(link, { redirect: 'manual' });
  await visit(server).fetch('/api/auth/reset-password', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: secrets.get('reset token'), newPassword: plant('new password') }),
  });
  const again = await logIn(server, { email, password: secrets.get('new password') ?? '' });
  plant('new session', again.cookie);

  // Nothing is as talkative as what fails.
  server.expectLog(/./);
  await mail.stop();
  await again.account.requestReset({ email });
  await waitFor(() => server.log().includes('reset mail could not be sent'), {
    what: 'the mail to fail',
  });
  for (const table of ['download_tokens', 'changes', 'app_passwords', 'session', 'user']) {
    await query(server, `alter table "${table}" rename to "lost_${table}"`);
  }
  await visit(server).fetch(`${files[0]?.url}?token=${token}`);
  await program.fetch(path);
  await again.fetch('/api/folders', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: secrets.get('name of a folder'), parentId: null }),
  });
  await logIn(server, { email, password: secrets.get('new password') ?? '' }).catch(() => {});
  await signUp(server, { email, password: secrets.get('password') ?? '' }).catch(() => {});
  seen.push(await metrics.text());
  await server.kill('SIGTERM');
  seen.push(server.log(), receiver.bodies.map((body) => body.bytes.toString()).join('\n'));

  expect(secrets.size).toBeGreaterThanOrEqual(19);
  expect(seen.map((text) => text.length > 1000)).toEqual([true, true, true, true]);
  const all = seen.join('\n');
  expect(all).toContain('"level":50');
  const found = [...secrets].filter(([, value]) => formsOf(value).some((form) => all.includes(form)));
  expect(found.map(([what]) => what)).toEqual([]);
  expect(seen[2]).toMatch(/"requestId":"/);
});

test.each([
  ['DATABASE_URL', 'postgres://keepsake:canary-secret@127.0.0.1:9/keepsake'],
  ['DATABASE_URL', 'mysql://keepsake:canary-secret@127.0.0.1/keepsake'],
  ['SMTP_URL', 'http://keepsake:canary-secret@127.0.0.1'],
  ['STORAGE_URL', 's3://canary-key:canary-secret@127.0.0.1/bucket'],
  ['APP_CHECK_KEY', 'canary secret'],
])('a start that fails because of %s tells nothing of the secret in it', async (name, value) => {
  const { code, output } = await runServer({
    PATH: process.env.PATH ?? '',
    PORT: '0',
    KEEPSAKE_DATA: '/tmp/none',
    [name]: value,
  });
  expect([code, output]).toEqual([1, expect.stringMatching(/DATABASE|SMTP_URL|STORAGE_URL|APP_CHECK_KEY/)]);
  expect(output).not.toMatch(/canary/);
});

/** A text as it is, and as it travels. */
function formsOf(text: string): string[] {
  return [text, encodeURIComponent(text), Buffer.from(text).toString('base64').replace(/=*$/, '')];
}
