/** What a stranger with an account, or without one, costs an honest person beside them. */
import { setTimeout as pause } from 'node:timers/promises';
import { abuses } from '#tests/support/abuse/abuses.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { runAbuses } from '../load/run-abuses.ts';
import { type Figure, mebibytes, median, milliseconds, p99 } from '../support/figures.ts';
import { newFolder, type ServerProcess, startKeepsake } from '../support/server-process.ts';

const pageSize = 100;
const abuseMs = 15_000;
const calmMs = 5000;
const downloadBytes = 3 * 1024 ** 2;

/** `npm run bench -- abuse` measures each and all of them. */
export async function measureAbuse(): Promise<Figure[]> {
  const folder = await newFolder();
  const server = await startKeepsake(folder.path);
  try {
    const honest = await signUp({ baseUrl: server.baseUrl });
    for (let i = 0; i < pageSize; i += 1) await uploadFile(honest, { name: `${i}.txt`, body: bytes(100, `${i}`) });
    const { id } = await honest.api.folders.create({ name: 'New folders', parentId: null });
    const large = await uploadFile(honest, { name: 'large.bin', folderId: id, body: bytes(downloadBytes) });
    const person = { ...honest, folder: id, download: large.url };
    const figures = [await beside('nobody', server, person, [])];
    const names = Object.keys(abuses);
    const each = names.map((name) => [name, [name]] as const);
    for (const [what, those] of [...each, ['all of them together', names] as const]) {
      const figure = await beside(what, server, person, those);
      process.stderr.write(`${figure.what}: ${figure.value}\n`);
      figures.push(figure);
    }
    return figures;
  } finally {
    await server.stop();
    await folder.remove();
  }
}

/** With a folder for new ones, and the address of a file. */
type Honest = Person & { folder: string; download: string };

/** What the honest person notices while others do that, and the largest memory of the server. */
async function beside(what: string, server: ServerProcess, honest: Honest, those: readonly string[]): Promise<Figure> {
  const end = await runAbuses(server.baseUrl, those);
  const [pages, folders, downloads]: [number[], number[], number[]] = [[], [], []];
  let failures = 0;
  let resident = 0;
  const until = performance.now() + abuseMs;
  const page = () => honest.api.folders.children({ id: 'root', limit: pageSize });
  let made = 0;
  const createOne = () => {
    made += 1;
    return honest.api.folders.create({ name: `${what} ${made}`, parentId: honest.folder });
  };
  await Promise.all([
    repeat(pages, page, 10),
    repeat(folders, createOne, 100),
    repeat(downloads, () => download(honest), 500),
    sample(),
  ]);
  end();
  await pause(calmMs);
  const noticed = [
    `page of ${pageSize}: median ${milliseconds(median(pages))}, p99 ${milliseconds(p99(pages))}`,
    `new folder p99 ${milliseconds(p99(folders))}`,
    `3 MiB download: median ${milliseconds(median(downloads))}, longest ${milliseconds(Math.max(...downloads))}`,
  ];
  return {
    what: `beside ${what}`,
    value: `${noticed.join('; ')}; ${failures} failed; memory ${mebibytes(resident)}`,
  };

  async function repeat(times: number[], call: () => Promise<unknown>, pauseMs: number): Promise<void> {
    while (performance.now() < until) {
      const began = performance.now();
      await call().catch(() => {
        failures += 1;
      });
      times.push(performance.now() - began);
      await pause(pauseMs);
    }
  }

  async function sample(): Promise<void> {
    while (performance.now() < until) {
      resident = Math.max(resident, await server.residentBytes());
      await pause(100);
    }
  }
}

async function download({ fetch, download: url }: Honest): Promise<void> {
  const response = await fetch(url);
  const { byteLength } = await response.arrayBuffer();
  if (!response.ok || byteLength !== downloadBytes) throw new Error(`The download ended with ${response.status}`);
}
