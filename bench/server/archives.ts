import { get } from 'node:http';
import { signUp, visit } from '#tests/support/client/build-account.ts';
import { providePrograms } from '../../scripts/provide-programs.ts';
import { type Figure, mebibytes, median, milliseconds, rate, rateFigure } from '../support/figures.ts';
import { createInstallation, type DatabaseName, type Installation } from '../support/installation.ts';
import { seedFiles } from '../support/seed-files.ts';
import { newFolder, type ServerProcess } from '../support/server-process.ts';
import { packWithZip, type Received, writeSparse, writeTree } from '../support/zip-program.ts';
import { seedSparseFile, sparseBytes } from '../uploads/seed-sparse-file.ts';

const files = 100_000;
/** What all of them hold. */
const text = 'The same in each of them';
const fileBytes = Buffer.byteLength(text);
const rounds = { first: 7, large: 3 };
const ofRoot = '/api/folders/root/archive';

/** Zips of a folder of 100,000 small files and of 10 GiB, beside the same 10 GiB as a file and beside `zip -0`. */
export async function measureArchives(options: { databases: readonly DatabaseName[] }): Promise<Figure[]> {
  await providePrograms('zip');
  const figures: Figure[] = [];
  for (const name of options.databases) {
    const installation = await createInstallation(name);
    try {
      figures.push(...(await measureSmall(installation, name)));
      if (name === 'sqlite') figures.push(...(await measureLarge(installation)));
    } finally {
      await installation.remove();
    }
  }
  return [...figures, ...(await measureZip())];
}

async function measureSmall(installation: Installation, name: DatabaseName): Promise<Figure[]> {
  const seeding = await installation.start();
  const ada = await signUp(seeding);
  const fileOf = (at: number) => ({ name: `seeded ${at}.txt`, size: fileBytes, contentType: 'text/plain', age: at });
  await seedFiles(installation.database, ada, { folders: 1, filesInEach: files, fileOf });
  await seeding.stop();
  const server = await installation.start({ watch: true });
  try {
    const { api, cookie } = visit(server, ada.cookies());
    const cold = await begin(server, cookie);
    const changed: number[] = [];
    const again: number[] = [];
    const processor: number[] = [];
    await server.eventLoop();
    for (let round = 0; round < rounds.first; round += 1) {
      await api.folders.create({ name: `change ${round}`, parentId: null });
      const before = await server.processorMs();
      changed.push(await begin(server, cookie));
      processor.push((await server.processorMs()) - before);
      again.push(await begin(server, cookie));
    }
    const delays = await server.eventLoop();
    const before = await server.residentBytes();
    const whole = await download(server, cookie, ofRoot);
    const after = await server.residentBytes();
    return [
      { what: `100,000 files of 24 bytes on ${name}: first byte after a start`, value: milliseconds(cold) },
      { what: 'after a change', value: spreadOf(changed) },
      { what: 'processor time of the server for that', value: spreadOf(processor) },
      { what: 'nothing having changed', value: spreadOf(again) },
      { what: 'longest delay of the event loop meanwhile', value: milliseconds(delays.max) },
      { what: 'all of it', value: `${filesPerSecond(whole)}, ${rate(whole.bytes, whole.ms)}` },
      { what: 'memory of the server before and after', value: `${mebibytes(before)}, ${mebibytes(after)}` },
    ];
  } finally {
    await server.stop();
  }
}

async function measureLarge(installation: Installation): Promise<Figure[]> {
  const server = await installation.start();
  try {
    const bob = await signUp(server);
    const path = await seedSparseFile(installation.database.dataFolder, bob);
    const alone: number[] = [];
    const zipped: number[] = [];
    for (let round = 0; round < rounds.large; round += 1) {
      alone.push((await download(server, bob.cookie, path)).ms);
      zipped.push((await download(server, bob.cookie, ofRoot)).ms);
    }
    return [
      rateFigure('10 GiB as a file', sparseBytes, alone),
      rateFigure('10 GiB as a zip', sparseBytes, zipped, alone),
    ];
  } finally {
    await server.stop();
  }
}

/** The same trees on the disk of this machine. */
async function measureZip(): Promise<Figure[]> {
  const folder = await newFolder();
  try {
    await writeTree(`${folder.path}/many`, { files, text });
    await writeSparse(`${folder.path}/large`, sparseBytes);
    await packWithZip(`${folder.path}/many`);
    const many = await packWithZip(`${folder.path}/many`);
    const large: number[] = [];
    for (let round = 0; round < rounds.large; round += 1) large.push((await packWithZip(`${folder.path}/large`)).ms);
    return [
      {
        what: '`zip -0` of 100,000 files: first byte, all of it',
        value: `${milliseconds(many.firstMs)}, ${filesPerSecond(many)}`,
      },
      rateFigure('`zip -0` of 10 GiB', sparseBytes, large),
    ];
  } finally {
    await folder.remove();
  }
}

function spreadOf(times: readonly number[]): string {
  return `${milliseconds(median(times))} (${milliseconds(Math.min(...times))} to ${milliseconds(Math.max(...times))})`;
}

function filesPerSecond({ ms }: Received): string {
  return `${Math.round(files / (ms / 1000)).toLocaleString('en')} files/s`;
}

/** Milliseconds until the first byte, at which it is broken off. */
async function begin(server: ServerProcess, cookie: string): Promise<number> {
  return (await download(server, cookie, ofRoot, { isBegunOnly: true })).firstMs;
}

/** Reads all of an answer, without keeping it. */
function download({ port }: ServerProcess, cookie: string, path: string, { isBegunOnly = false } = {}) {
  const began = performance.now();
  return new Promise<Received>((resolve, reject) => {
    const request = get({ port, host: '127.0.0.1', path, headers: { cookie } }, (response) => {
      let firstMs: number | undefined;
      let bytes = 0;
      const end = () => resolve({ firstMs: firstMs ?? 0, ms: performance.now() - began, bytes });
      response.on('data', (chunk: Buffer) => {
        firstMs ??= performance.now() - began;
        bytes += chunk.length;
        if (!isBegunOnly) return;
        end();
        request.destroy();
      });
      response.on('end', end);
      response.on('error', reject);
      if (response.statusCode !== 200) reject(new Error(`${path} gave ${response.statusCode}`));
    });
    request.on('error', reject);
  });
}
