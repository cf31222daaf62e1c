import { once } from 'node:events';
import { Agent, type ClientRequest, get, type IncomingMessage } from 'node:http';
import { createParser } from 'eventsource-parser';
import { liveEvents } from '#contract/live.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { type Figure, mebibytes, timesOf } from '../support/figures.ts';
import { newFolder, type ServerProcess, startKeepsake } from '../support/server-process.ts';

/** 2,000 and 10,000 listeners. */
const sizes = [100, 500];
/** The maximum of one account. */
const streamsOfEach = 20;
const rounds = 5;
const signUpsAtOnce = 4;
const patienceMs = 30_000;

/** An open stream. */
export type Listener = { request: ClientRequest; onChange: () => void };

/** Many listeners of many accounts: how soon each listener receives a change of its account. */
export async function measureListeners(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const accounts of sizes) figures.push(...(await measure(accounts)));
  return figures;
}

async function measure(accounts: number): Promise<Figure[]> {
  const folder = await newFolder();
  const all = accounts * streamsOfEach;
  const settings = { MAX_CONNECTIONS: String(2 * all) };
  const server = await startKeepsake(folder.path, { watch: true, settings });
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
      const changes = [...listeners].map(([person, own]) => change(person, own, `together ${round}`));
      together.push(...(await Promise.all(changes)).flat());
    }
    const memory = await server.residentBytes();
    const { p99 } = await server.eventLoop();
    return [
      {
        what: `${all} listeners: from a change until the 20 of its account have received it, one change at a time`,
        value: timesOf(single),
      },
      { what: `from ${accounts} changes at once until all have received theirs`, value: timesOf(together) },
      { what: 'event-loop delay meanwhile, p99', value: `${p99.toFixed(0)} ms` },
      { what: 'resident memory with all of them', value: mebibytes(memory) },
    ];
  } finally {
    for (const { request } of [...listeners.values()].flat()) request.destroy();
    await server.stop();
    await folder.remove();
  }
}

/** Opens a stream; resolves when it is ready. */
export async function listen({ baseUrl }: ServerProcess, { cookie }: Person, agent: Agent): Promise<Listener> {
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
  // The benchmark itself destroys the streams.
  response.on('error', () => {});
  await ready.promise;
  return listener;
}

/** Makes a change. Returns how long it took to reach each listener, in milliseconds. */
export async function change(person: Person, listeners: Listener[], name: string): Promise<number[]> {
  const began = performance.now();
  const received = listeners.map(
    (listener) =>
      new Promise<number>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`A listener did not receive "${name}"`)), patienceMs);
        listener.onChange = () => {
          clearTimeout(timer);
          resolve(performance.now() - began);
        };
      }),
  );
  await person.api.folders.create({ name, parentId: null });
  return await Promise.all(received);
}
