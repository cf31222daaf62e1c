import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createApi } from '../../api.ts';
import { programServer } from '../../server.ts';
import { systemClock } from '../../storage/retries/retry.ts';
import { withRetries } from '../../storage/retries/retry-loop.ts';
import { messageOf } from './errors.ts';
import { tellingClock } from './unreachable.ts';

test('a server that cannot be reached is said to be away for what reason, at once and after retries', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const https = await failureAt(`https://127.0.0.1:${port}`);
  expect(messageOf(https)).toBe(
    'The server cannot be reached. It does not speak https: does its address begin with http://?',
  );
  server.close();
  await once(server, 'close');
  const refused = `Nothing answers at 127.0.0.1 on port ${port}.`;
  expect(messageOf(await failureAt(`http://127.0.0.1:${port}`))).toBe(`The server cannot be reached. ${refused}`);
  const retried = withRetries(() => ask(`http://127.0.0.1:${port}`), new AbortController().signal, { limitMs: 0 });
  expect(messageOf(await retried.catch((error: unknown) => error))).toMatch(
    new RegExp(`^The time limit for retries has passed.* ${refused}$`),
  );
});

test('a wait for the server is told once, and not the first short one', () => {
  const told: string[] = [];
  const sleep = async () => {};
  const clock = tellingClock(() => told.push('told'), { ...systemClock, sleep });
  const { signal } = new AbortController();
  void clock.sleep(1250, signal);
  expect(told).toEqual([]);
  for (const ms of [2000, 4000]) void clock.sleep(ms, signal);
  expect(told).toEqual(['told']);
});

function ask(baseUrl: string) {
  return createApi(programServer({ baseUrl, token: 'keep_token' })).folders.get({ id: 'root' });
}

function failureAt(baseUrl: string): Promise<unknown> {
  return ask(baseUrl).catch((error: unknown) => error);
}
