import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import { programWith } from '#tests/support/client/program.ts';
import { openRawConnection, requestHead } from '#tests/support/client/raw-connection.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { metricsPort } from '#tests/support/server/metrics.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

type Line = Record<string, unknown> & { level: number; msg: string };

describe('the log', () => {
  let server: TestServer;
  let ada: Person;
  beforeAll(async () => {
    server = await startServer();
    ada = await signUp(server);
  });

  test('tells each request by its id, with the template of its route and nothing that a person chose', async () => {
    const file = await uploadFile(ada, { name: 'private name.txt', body: bytes(50_000) });
    const answer = await ada.fetch(`${file.url}?secret=query`);
    const requestId = answer.headers.get('x-request-id');
    await answer.arrayBuffer();
    const line = await lineOf(server, requestId);
    expect(line).toMatchObject({
      level: 30,
      msg: 'Request',
      method: 'GET',
      route: '/content/{file}/{version}/{name}',
      status: 200,
    });
    expect(line.sent).toBeGreaterThan(50_000);
    expect(line.sent).toBeLessThan(52_000);
    expect(line.ms).toEqual(expect.any(Number));
    expect(server.log()).not.toMatch(/private|secret=|example\.org/);
  });

  test('names the route of a whole address, too', async () => {
    const connection = await openRawConnection(server);
    const id = `whole-${randomUUID()}`;
    const headers = { host: new URL(server.baseUrl).host, 'x-request-id': id };
    connection.write(requestHead(`GET ${server.baseUrl}/api/folders/root?limit=1`, headers));
    expect(await lineOf(server, id)).toMatchObject({ route: '/api/folders/{id}', status: 401 });
    connection.end();
  });

  test('tells failed log-ins, with the address and the account, in a line for fail2ban', async () => {
    const wrong = await logInAs(server, ada.email);
    expect(await firstLine(server, wrong)).toMatch(
      new RegExp(
        String.raw`^\{"level":40,"time":\d{13},.*"address":"203\.0\.113\.7","account":"${ada.uid}","msg":"Failed log-in"\}$`,
      ),
    );
    const unknown = await logInAs(server, 'nobody.known@example.org');
    expect(await firstLine(server, unknown)).toMatch(/"address":"203\.0\.113\.7","msg":"Failed log-in"\}$/);
    expect(server.log()).not.toMatch(/nobody\.known|a wrong guess/);
    await visit(server).account.logIn(ada);
    await lineOf(server, (await ada.fetch('/api/folders/root')).headers.get('x-request-id'));
    expect(server.log().match(/Failed log-in/g)).toHaveLength(2);
  });

  test('is silent about failed log-ins if that is set', async () => {
    const silent = await startServer({ env: { LOG_FAILED_LOGINS: 'off' } });
    const requestId = await logInAs(silent, ada.email);
    expect(await lineOf(silent, requestId)).toMatchObject({ msg: 'Request' });
  });

  test('gives each request an id of its own', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await ada.fetch('/api/folders/root')).headers.get('x-request-id')),
    );
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('takes the id of a trusted proxy, when it is one', async () => {
    const told = `proxy-${randomUUID()}`;
    const answer = await ada.fetch('/api/folders/root', { headers: { 'x-request-id': told } });
    expect(answer.headers.get('x-request-id')).toBe(told);
    expect(await lineOf(server, told)).toMatchObject({ route: '/api/folders/{id}' });
    for (const bad of ['two words', 'a"b', 'x'.repeat(129), '{"level":60}']) {
      const { headers } = await ada.fetch('/api/folders/root', { headers: { 'x-request-id': bad } });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('takes no id from anybody else', async () => {
    const alone = await startServer({ env: { TRUSTED_PROXIES: '10.1.2.3' } });
    const answer = await fetch(`${alone.baseUrl}/healthz`, { headers: { 'x-request-id': 'mine' } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('says when a client left before its answer', async () => {
    const stop = new AbortController();
    const { headers } = await ada.fetch('/api/live', { signal: stop.signal });
    stop.abort();
    const line = await lineOf(server, headers.get('x-request-id'));
    expect(line).toMatchObject({ route: '/api/live', isAborted: true });
  });

  test('has no warning of a client that left before the last byte of its request', async () => {
    const { baseUrl } = server;
    const json = { 'content-type': 'application/json' };
    const sized = { 'content-length': '1000000' };
    const chunked = { 'transfer-encoding': 'chunked' };
    const place = await tus(ada).place({ name: 'cut.bin', length: 1_000_000 });
    const patch = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    const requests: [string, Record<string, string>][] = [
      ['POST /api/auth/sign-in/email', { ...json, 'content-length': '100' }],
      ['POST /api/folders', { ...json, ...chunked }],
      ['PUT /api/objects/cut.bin', sized],
      ['PUT /api/objects/cut.bin', chunked],
      [`PATCH ${place}`, { ...patch, ...sized }],
    ];
    for (const [line, headers] of requests) {
      const id = `cut-${randomUUID()}`;
      const sender = { host: new URL(baseUrl).host, origin: baseUrl, cookie: ada.cookie, 'x-request-id': id };
      const connection = await openRawConnection(server);
      connection.write(requestHead(line, { ...sender, expect: '100-continue', ...headers }));
      await waitFor(() => connection.answer().status === 100, { what: 'the server to read the body' });
      connection.write('4\r\n{"na');
      connection.end();
      await lineOf(server, id);
      await lineOf(server, (await ada.fetch('/api/folders/root')).headers.get('x-request-id'));
    }
    expect(linesOf(server).filter(({ level, msg }) => level >= 40 && msg !== 'Failed log-in')).toEqual([]);
  });

  test('has everything that an unexpected error needs, by the id that the person sees', async () => {
    const metrics = await metricsPort();
    const broken = await startServer({ env: { METRICS_PORT: metrics.port } });
    broken.expectLog(/token_hash/);
    await query(broken, 'alter table app_passwords rename column token_hash to gone');
    const failed = () => metrics.sum('keepsake_database_errors_total', { problem: 'other' });
    const before = await failed();
    const answer = await programWith(`keep_${'x'.repeat(43)}`, broken).fetch('/api/folders/root');
    const { code, message, data } = (await answer.json()) as {
      code: string;
      message: string;
      data: { requestId: string };
    };
    expect([answer.status, code]).toEqual([500, 'internal-error']);
    expect(data.requestId).toBe(answer.headers.get('x-request-id'));
    expect(message).toContain(data.requestId);
    const lines = await waitFor(
      () => {
        const found = linesOf(broken).filter((line) => line.requestId === data.requestId);
        return found.length >= 2 && found;
      },
      { what: 'both lines' },
    );
    expect(lines[0]).toMatchObject({
      level: 50,
      msg: 'A request failed',
      err: { stack: expect.stringContaining('at ') },
    });
    expect(lines[1]).toMatchObject({ level: 40, msg: 'Request', status: 500 });
    expect(await failed()).toBe(before + 1);
    expect(await metrics.sum('keepsake_log_lines_total', { level: 'error' })).toBe(1);
  });

  test('is as quiet as LOG_LEVEL says', async () => {
    const quiet = await startServer({ env: { LOG_LEVEL: 'error' } });
    const bob = await signUp(quiet);
    expect((await bob.fetch('/api/folders/root')).status).toBe(200);
    // The server is waited for by the first of them only.
    await waitFor(() => linesOf(quiet).length >= 3, { what: 'the lines of the start' });
    expect(linesOf(quiet).map(({ msg }) => msg)).toEqual([
      `Keepsake is at http://localhost:${quiet.port}`,
      `Its data folder is ${quiet.dataFolder}`,
      expect.stringMatching(
        /^This server has no administrator yet. To become the administrator, open this link within a day: http:\/\/\S+\/setup#[\w-]+$/,
      ),
    ]);
    const loud = await startServer({ env: { LOG_LEVEL: 'debug' } });
    const told = async ({ baseUrl }: TestServer) => (await fetch(`${baseUrl}/healthz`)).headers.get('x-request-id');
    expect(await lineOf(loud, await told(loud))).toMatchObject({ level: 20, route: '/healthz' });
    const quietId = await told(server);
    await lineOf(server, (await ada.fetch('/api/folders/root')).headers.get('x-request-id'));
    expect(linesOf(server).filter(({ requestId }) => requestId === quietId)).toEqual([]);
  });
});

function linesOf(server: TestServer): Line[] {
  return server
    .log()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));
}

function lineOf(server: TestServer, requestId: string | null): Promise<Line> {
  return waitFor(() => linesOf(server).find((line) => line.requestId === requestId), {
    what: `the line of ${requestId}`,
  });
}

/** Logs in with a wrong password. Returns the id of the request. */
async function logInAs(server: TestServer, email: string): Promise<string> {
  const answer = await visit(server).fetch('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
    body: JSON.stringify({ email, password: 'a wrong guess' }),
  });
  expect(answer.status).toBe(401);
  return answer.headers.get('x-request-id') ?? '';
}

/** The first line of a request, as it is printed. */
function firstLine(server: TestServer, requestId: string): Promise<string> {
  return waitFor(
    () =>
      server
        .log()
        .split('\n')
        .find((line) => line.includes(requestId)),
    { what: `a line of ${requestId}` },
  );
}
