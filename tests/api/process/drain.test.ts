import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { listenLive } from '#tests/support/client/listen-live.ts';
import { tus } from '#tests/support/client/tus.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { projectFolder } from '#tests/support/fixtures/project-copy.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { bareSettings } from '#tests/support/server/bare-settings.ts';
import { readHealth } from '#tests/support/server/health.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const length = 300_000;
const acknowledged = 100_000;
const sent = 200_000;
/** So long that a busy machine does all that has to happen meanwhile. */
const leadSeconds = 10;
const drainSeconds = 20;

describe('a server that is asked to stop', () => {
  test('says so first, lets requests end, keeps what came, and sends its listeners elsewhere', async () => {
    const server = await startServer({
      env: { DRAIN_LEAD_SECONDS: `${leadSeconds}`, DRAIN_SECONDS: `${drainSeconds}` },
    });
    const people = await Promise.all(Array.from({ length: 10 }, () => signUp(server)));
    const [ada] = people as [Person];
    const listeners = (
      await Promise.all(people.map((person) => Promise.all(repeat(20, () => listenLive(person)))))
    ).flat();
    const uploads = await Promise.all(repeat(50, (i) => beginUpload(people[i % 10] as Person, `${i}.bin`)));
    await waitFor(() => listeners.every(({ connections }) => connections.length === 1), { what: '200 listeners' });

    const asked = performance.now();
    const stopped = server.stop();
    await waitFor(() => isStopping(server), { what: 'no more readiness' });
    expect(await (await fetch(`${server.baseUrl}/readyz`)).json()).toMatchObject({ problems: [{ code: 'stopping' }] });
    // Who has not noticed yet is served as always.
    await ada.api.folders.create({ name: 'In the meantime', parentId: null });
    expect(performance.now() - asked).toBeLessThan(leadSeconds * 1000);

    await waitFor(() => isRejected(server), { what: 'refused connections' });
    const [ending, stuck] = [uploads.slice(0, 25), uploads.slice(25)];
    const answers = await Promise.all(ending.map((upload) => upload.sendTheRest()));
    expect(answers.map(({ status }) => status)).toEqual(Array(25).fill(204));
    expect(new Set(answers.map(({ headers }) => headers.get('connection')))).toEqual(new Set(['close']));
    await stopped;
    for (const upload of stuck) await expect(upload.answer).rejects.toThrow('fetch failed');

    await server.restart();
    await waitFor(() => listeners.every(({ connections }) => connections.at(-1) === true), {
      what: 'all listeners to be back',
    });

    for (const upload of stuck) {
      const offset = await tus(upload.person).offset(upload.place);
      expect(offset).toBe(sent);
      expect((await tus(upload.person).send(upload.place, offset, upload.body.subarray(offset))).status).toBe(204);
    }
    for (const { person, name, body } of uploads) {
      const { files } = await person.api.folders.children({ id: 'root' });
      const file = files.find((one) => one.name === name);
      const content = await (await person.fetch(file?.url ?? '/')).arrayBuffer();
      expect(sha256(content)).toBe(sha256(body));
    }
    await waitFor(() => listeners.every(({ changes }, i) => changes.length === (i < 20 ? 6 : 5)), {
      what: 'all changes',
    });
    for (const { changes, resets, ended } of listeners) {
      expect(changes.map(({ revision }) => revision)).toEqual(changes.map((_, i) => i + 1));
      expect([resets, ended]).toEqual([[], false]);
    }
  });

  test('ends at once when it is asked twice', async () => {
    const server = await startServer({ env: { DRAIN_LEAD_SECONDS: '60' } });
    const ada = await signUp(server);
    const upload = await beginUpload(ada, 'slow.bin');
    upload.answer.catch(() => {});
    const begin = performance.now();
    const ended = server.kill('SIGTERM');
    await waitFor(() => isStopping(server), { what: 'no more readiness' });
    process.kill(server.pid, 'SIGTERM');
    await ended;
    expect(performance.now() - begin).toBeLessThan(20_000);
    await server.restart();
    expect(await tus(ada).offset(upload.place)).toBeGreaterThanOrEqual(acknowledged);
    await server.kill('SIGINT');
  });

  test('waits for nobody at a keyboard', async () => {
    const server = await startServer({ env: { DRAIN_LEAD_SECONDS: '60' } });
    const begin = performance.now();
    await server.kill('SIGINT');
    expect(performance.now() - begin).toBeLessThan(20_000);
  });

  test('says on a terminal what it waits for, and how to end at once', async () => {
    const settings = { ...(await bareSettings()), DRAIN_SECONDS: '3600' };
    // script(1) is the terminal; what is typed comes on its standard input.
    const start = `exec ${process.execPath} server/dist/main.js`;
    const terminal = spawn('script', ['-qefc', start, '/dev/null'], { cwd: projectFolder, env: settings });
    atEndOfFile(() => void terminal.kill());
    let shown = '';
    terminal.stdout.on('data', (text: Buffer) => (shown += text.toString()));
    await waitFor(() => shown.includes('Its data folder is'), { what: 'the server' });
    const [, port = ''] = /localhost:(\d+)/.exec(shown) ?? [];
    const running = request(`http://localhost:${port}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { origin: `http://localhost:${port}`, 'content-type': 'application/json', 'content-length': 100 },
    });
    running.on('error', () => {});
    await new Promise((resolve) => running.write('{', resolve));
    await fetch(`http://localhost:${port}/healthz`);
    terminal.stdin.write('\u0003');
    await waitFor(() => shown.includes('Stopping. Requests that are running have 3600 s to end; Ctrl-C again'), {
      what: 'a sentence',
    });
    terminal.stdin.write('\u0003');
    await once(terminal, 'close');
  });
});

test('who follows the changes moves without a word, and continues where it was', async () => {
  const asked: string[] = [];
  const node = createServer((incoming, outgoing) => {
    asked.push(incoming.url ?? '');
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
    outgoing.write('event: ready\ndata: {"revision":7}\n\n');
    if (asked.length === 1) outgoing.end('event: move\ndata: {"revision":7}\n\n');
  });
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  atEndOfFile(() => {
    node.closeAllConnections();
    node.close();
  });
  const baseUrl = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
  const heard = await listenLive({ server: { baseUrl, fetch } } as Person);
  await waitFor(() => heard.connections.length === 2, { what: 'the second connection' });
  expect(heard.connections).toEqual([true, true]);
  expect(asked).toEqual(['/api/live', '/api/live?after=7']);
});

/** An upload of which a part is acknowledged, and a further part is on its way in a request that continues. */
async function beginUpload(person: Person, name: string) {
  const body = bytes(length, name);
  const place = await tus(person).place({ name, length });
  const first = await tus(person).send(place, 0, body.subarray(0, acknowledged));
  expect(first.headers.get('upload-offset')).toBe(String(acknowledged));
  const { writable, readable } = new TransformStream<Uint8Array>();
  const writer = writable.getWriter();
  const answer = tus(person).send(place, acknowledged, readable);
  answer.catch(() => {});
  await writer.write(body.subarray(acknowledged, sent));
  return {
    person,
    name,
    body,
    place,
    answer,
    async sendTheRest(): Promise<Response> {
      await writer.write(body.subarray(sent));
      await writer.close();
      return await answer;
    },
  };
}

/** Unready alone it may also be for a moment, when a check takes long. */
async function isStopping(server: TestServer): Promise<boolean> {
  const { httpStatus, problems } = await readHealth(server);
  return httpStatus === 503 && problems.includes('stopping');
}

async function isRejected({ baseUrl }: TestServer): Promise<boolean> {
  try {
    // A connection of its own, since those that stand are served.
    await fetch(`${baseUrl}/healthz`, { headers: { connection: 'close' } });
    return false;
  } catch (error) {
    return (error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED';
  }
}

function repeat<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}
