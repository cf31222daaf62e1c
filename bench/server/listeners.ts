import { once } from 'node:events';
import { Agent, type ClientRequest, get, type IncomingMessage } from 'node:http';
import { createParser } from 'eventsource-parser';
import { liveEvents } from '#contract/live.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { type Figure, mebibytes, timesOf } from '../support/figures.ts';
import { newFolder, type Running, startKeepsake } from '../support/running.ts';

const accounts = 100;
/** As many as one account may have. */
const streamsOfEach = 20;
const rounds = 5;
const signUpsAtOnce = 4;
const patienceMs = 30_000;

/** An open stream. */
export type Listener = { request: ClientRequest; onChange: () => void };

/** 2,000 listeners of 100 accounts: how soon a change is with each that it concerns. */
export async function measureListeners(): Promise<Figure[]> {
  const folder = await newFolder();
  const server = await startKeepsake(folder.path, { watch: true });
  const listeners = new Map<Person, Listener[]>();
  try {
    const people: Person[] = [];
    while (people.length < accounts) {
      people.push(...(await Promise.all(Array.from({ length: signUpsAtOnce }, () => signUp(server)))));
    }
    const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
    for (const person of people) {
      listeners.set(
        person,
        await Promise.all(Array.from({ length: streamsOfEach }, () => listen(server, person, agent))),
      );
    }
    await server.eventLoop();
    const single: number[] = [];
    for (const [i, [person, own]] of [...listeners].entries())
      single.push(...(await change(person, own, `single ${i}`)));
    const together: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const all = [...listeners].map(([person, own]) => change(person, own, `together ${round}`));
      together.push(...(await Promise.all(all)).flat());
    }
    const memory = await server.residentBytes();
    const { p99 } = await server.eventLoop();
    return [
      { what: 'a change until its 20 listeners have it, one change after the other', value: timesOf(single) },
      { what: '100 changes at once until all 2,000 listeners have theirs', value: timesOf(together) },
      { what: 'event loop late meanwhile, p99', value: `${p99.toFixed(0)} ms` },
      { what: 'resident memory with all of them', value: mebibytes(memory) },
    ];
  } finally {
    for (const { request } of [...listeners.values()].flat()) request.destroy();
    await server.stop();
    await folder.remove();
  }
}

/** Opens a stream; resolves when it stands. */
export async function listen({ baseUrl }: Running, { cookie }: Person, agent: Agent): Promise<Listener> {
  const request = get(`${baseUrl}/api/live`, { agent, headers: { cookie } });
  const listener: Listener = { request, onChange: () => {} };
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`A stream was answered with ${response.statusCode}`);
  const ready = Promise.withResolvers<void>();
  const parser = createParser({
    onEvent({ event }) {
      if (event === liveEvents.ready) ready.resolve();
      if (event === liveEvents.change) listener.onChange();
    },
  });
  response.on('data', (chunk: Buffer) => parser.feed(chunk.toString()));
  // The benchmark ends the streams itself, in the middle.
  response.on('error', () => {});
  await ready.promise;
  return listener;
}

/** Makes a change. Returns how long it took until each listener had it, in milliseconds. */
export async function change(person: Person, listeners: Listener[], name: string): Promise<number[]> {
  const began = performance.now();
  const heard = listeners.map(
    (listener) =>
      new Promise<number>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`A listener did not hear of "${name}"`)), patienceMs);
        listener.onChange = () => {
          clearTimeout(timer);
          resolve(performance.now() - began);
        };
      }),
  );
  await person.api.folders.create({ name, parentId: null });
  return await Promise.all(heard);
}
