import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { programServer } from './server.ts';

test('a program gives up a response that stopped, also after its memory was tidied', async () => {
  const silent = createServer((_request, response) => response.write('the first bytes'));
  await once(silent.listen(0), 'listening');
  try {
    const { port } = silent.address() as AddressInfo;
    const server = programServer({ baseUrl: `http://localhost:${port}`, token: 'token' });
    const giveUp = new AbortController();
    const { body } = await server.fetch(`${server.baseUrl}/`, { signal: giveUp.signal });
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    const next = reader.read();
    await collectGarbage();
    giveUp.abort(new Error('given up'));
    await expect(next).rejects.toThrow('given up');
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});

/** Runs the collector a few times, with turns of the event loop between for what it calls back. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let i = 0; i < 5; i += 1) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
