import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { abuses, beginAbuses } from '#tests/support/abuse/abuses.ts';
import { logIn, signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { testMs } from '#tests/support/fixtures/patience.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { faultSeed, faultSetting } from '#tests/support/server/fault-settings.ts';
import { operateJson } from '#tests/support/server/operator.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';
import { expectSettled } from '../support/settled.ts';
import { orphans } from '../support/sums.ts';
import { type HonestClient, honestClients } from './honest-clients.ts';
import { figuresOf, type ProcessFigures } from './process-figures.ts';

const minutes = faultSetting('minutes', 1);
const seed = faultSeed();
const minuteMs = 60_000;
const sampleMs = 1000;
/** Connections that a client keeps open for its next request. */
const keptConnections = 12;
/** What was uploaded in half an hour is still drawn for a long time, by one process. */
const drawing = { processes: 1, descriptors: 6 };
/** By how much memory may differ between two stretches of time in which nothing grows. */
const unsteady = { factor: 1.1, mebibytes: 16 };

test(`${minutes} minutes of all abuses together cost three honest clients nothing (seed ${seed})`, {
  timeout: testMs + 4 * minutes * minuteMs,
}, async () => {
  const server = await startServer();
  const clients = await honestClients(server, seed);
  await useEverythingOnce(server);
  await work(clients, minuteMs / 6);
  const before = await figuresOf(server.pid);

  const end = await beginAbuses(server, Object.values(abuses));
  const samples: ProcessFigures[] = [];
  const sampling = setInterval(() => void figuresOf(server.pid).then((figures) => samples.push(figures)), sampleMs);
  await work(clients, minutes * minuteMs).finally(() => clearInterval(sampling));
  end();
  await work(clients, minuteMs / 6);
  await waitFor(async () => ended(await figuresOf(server.pid), before), {
    what: `connections, threads and processes to be as before: ${JSON.stringify(before)}`,
  }).finally(async () => print({ clients, samples, before, after: await figuresOf(server.pid) }));
  for (const client of clients) await client.checkAll();

  for (const { name, failures, wrong } of clients)
    expect({ name, failures, wrong }).toEqual({ name, failures: [], wrong: [] });
  expectFlat(samples.map(({ memory }) => memory));
  await waitFor(async () => (await orphans(server.dataFolder)).length === 0, {
    what: 'no half-sent file to be left',
  });
  await server.stop();
  expect(await operateJson(server, ['doctor', '--deep'])).toMatchObject({ findings: [] });
  await expectSettled(server);
});

/** Starts each thread and each process that the server has. */
async function useEverythingOnce(server: TestServer): Promise<void> {
  const person = await signUp(server);
  await logIn(server, person);
  await uploadFile(person, { name: 'large.bin', body: bytes(12 * 1024 ** 2) });
  await person.api.search({ q: 'large' });
}

/** All of them side by side. */
async function work(clients: readonly HonestClient[], ms: number): Promise<void> {
  const until = performance.now() + ms;
  await Promise.all(
    clients.map(async ({ round }) => {
      while (performance.now() < until) {
        await round();
        await pause(100);
      }
    }),
  );
}

function ended(now: ProcessFigures, before: ProcessFigures): ProcessFigures | undefined {
  const { descriptors, threads, children } = before;
  const isEnded =
    now.descriptors <= descriptors + keptConnections + drawing.descriptors &&
    now.threads <= threads &&
    now.children <= children + drawing.processes;
  return isEnded ? now : undefined;
}

/** In the last third of the time the median is not above that of the second third. The first third fills what is cached. */
function expectFlat(memory: readonly number[]): void {
  const third = Math.floor(memory.length / 3);
  const [second, last] = [median(memory.slice(third, 2 * third)), median(memory.slice(2 * third))];
  expect(last).toBeLessThanOrEqual(second * unsteady.factor + unsteady.mebibytes);
}

type Course = { clients: HonestClient[]; samples: ProcessFigures[]; before: ProcessFigures; after: ProcessFigures };

function print({ clients, samples, before, after }: Course): void {
  const length = Math.ceil(samples.length / 30);
  const series = Array.from({ length: Math.ceil(samples.length / length) }, (_, i) =>
    median(samples.slice(i * length, (i + 1) * length).map(({ memory }) => memory)),
  );
  const told = clients.map(
    ({ name, done, failures, wrong }) => `${name} ${done()} rounds, ${failures.length} failures, ${wrong.length} wrong`,
  );
  const most = (key: keyof ProcessFigures) => Math.max(...samples.map((figures) => figures[key]));
  console.log(
    [
      `soak: seed ${seed}, ${minutes} minutes; ${told.join('; ')}`,
      `memory in MiB: ${series.join(' ')}`,
      `before: ${JSON.stringify(before)}`,
      `most: ${most('descriptors')} descriptors, ${most('threads')} threads, ${most('memory')} MiB`,
      `after: ${JSON.stringify(after)}`,
    ].join('\n'),
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}
