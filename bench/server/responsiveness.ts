import { setTimeout as pause } from 'node:timers/promises';
import { openLive } from '#client/live.ts';
import { signUp, visit } from '#tests/support/client/build-account.ts';
import { type Figure, mebibytes, median, milliseconds, p99 } from '../support/figures.ts';
import { newFolder, startKeepsake } from '../support/server-process.ts';

const changes = 200;
const guesses = 100;
const idleMs = 20_000;

/** Second start, idle memory, time until another listener receives a change, failed login with and without an account. */
export async function measureResponsiveness(): Promise<Figure[]> {
  const folder = await newFolder();
  await (await startKeepsake(folder.path)).stop();
  const server = await startKeepsake(folder.path);
  try {
    await pause(idleMs);
    const idle = await server.residentBytes();
    const live = await timeToListener(server.baseUrl);
    const known = await timeOfGuesses(server.baseUrl, true);
    const unknown = await timeOfGuesses(server.baseUrl, false);
    return [
      { what: 'second start of the server, until it is ready', value: milliseconds(server.readyMs) },
      { what: `resident memory ${idleMs / 1000} s after the start`, value: mebibytes(idle) },
      {
        what: `from a change by one program until another listener receives it (${changes} changes)`,
        value: `median ${milliseconds(median(live))}, p99 ${milliseconds(p99(live))}`,
      },
      { what: `login with a wrong password (${guesses} times)`, value: `median ${milliseconds(median(known))}` },
      { what: `login with an unknown address (${guesses} times)`, value: `median ${milliseconds(median(unknown))}` },
    ];
  } finally {
    await server.stop();
    await folder.remove();
  }
}

async function timeToListener(baseUrl: string): Promise<number[]> {
  const person = await signUp({ baseUrl });
  const callbacks = new Map<string, () => void>();
  const ready = Promise.withResolvers<void>();
  const live = openLive(person.server, {
    onReady: () => ready.resolve(),
    onChange: (change) => callbacks.get(change.folder?.name ?? '')?.(),
    onReset: () => {},
    onEnded: () => {},
    onTransfers: () => {},
    onConnected: () => {},
  });
  await ready.promise;
  const times: number[] = [];
  for (let i = 0; i < changes; i += 1) {
    const arrived = new Promise<void>((resolve) => callbacks.set(`folder ${i}`, resolve));
    const began = performance.now();
    await Promise.all([person.api.folders.create({ name: `folder ${i}`, parentId: null }), arrived]);
    times.push(performance.now() - began);
  }
  live.close();
  return times;
}

/** Each guess is for another account and from another address, so that no limit is reached. */
async function timeOfGuesses(baseUrl: string, withAccount: boolean): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < guesses; i += 1) {
    const email = withAccount ? (await signUp({ baseUrl })).email : `nobody-${i}@example.org`;
    const visitor = visit({ baseUrl });
    const began = performance.now();
    await visitor.account.logIn({ email, password: 'a wrong password' }).catch(() => {});
    times.push(performance.now() - began);
  }
  return times;
}
