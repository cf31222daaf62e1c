import { expect, test } from 'vitest';
import { sendLostAgain } from './send-lost-again.ts';

type Answer = number | 'lost' | 'aborted';

/** A server that gives these answers in turn, and keeps what it was sent. */
function open(...answers: Answer[]) {
  const sent: { key: string | null; body: string }[] = [];
  const pauses: number[] = [];
  const server = {
    baseUrl: 'http://keepsake.example',
    async fetch(input: string | URL | Request, init?: RequestInit) {
      const request = new Request(input, init);
      sent.push({ key: request.headers.get('idempotency-key'), body: await request.text() });
      const answer = answers.shift() ?? 200;
      if (answer === 'lost') throw new TypeError('Failed to fetch');
      if (answer === 'aborted') throw new DOMException('Aborted', 'AbortError');
      return new Response(null, { status: answer });
    },
  };
  const { fetch } = sendLostAgain(server, async (ms) => void pauses.push(ms));
  const call = (method: string, path: string, body?: string) =>
    fetch(new Request(`http://keepsake.example${path}`, { method, ...(body && { body }) }));
  return { call, sent, pauses };
}

test('what is lost is sent again with its key, until it is answered', async () => {
  const { call, sent, pauses } = open('lost', 502, 'lost', 201);
  expect((await call('POST', '/api/folders', '{"name":"a"}')).status).toBe(201);
  expect(sent.map(({ body }) => body)).toEqual(Array.from({ length: 4 }, () => '{"name":"a"}'));
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(sent[0]?.key).toMatch(/^[\w-]{36}$/);
  expect(pauses).toEqual([500, 1500, 3000]);
  await call('POST', '/api/folders', '{"name":"b"}');
  expect(sent.at(-1)?.key).not.toBe(sent[0]?.key);
});

test('after the last time the failure is told', async () => {
  await expect(open('lost', 'lost', 'lost', 'lost').call('DELETE', '/api/entries/1')).rejects.toThrow(TypeError);
  expect((await open(502, 504, 'lost', 502).call('DELETE', '/api/entries/1')).status).toBe(502);
});

test.each<[string, string, Answer]>([
  ['POST', '/api/folders', 409],
  ['POST', '/api/folders', 500],
  ['POST', '/api/folders', 503],
  ['POST', '/api/entries/1/copy', 502],
  ['GET', '/api/entries/1', 502],
])('%s %s answered with %s is sent once', async (method, path, answer) => {
  const { call, sent } = open(answer);
  const body = method === 'GET' ? '' : '{}';
  expect((await call(method, path, body)).status).toBe(answer);
  expect(sent.map((one) => one.body)).toEqual([body]);
});

test('what is aborted is not sent again', async () => {
  const { call, sent } = open('aborted');
  await expect(call('POST', '/api/batch')).rejects.toMatchObject({ name: 'AbortError' });
  expect(sent.length).toBe(1);
});
