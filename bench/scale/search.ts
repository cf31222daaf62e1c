import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { maxUnindexedChanges } from '#contract/limits.ts';
import type { Folder } from '#contract/records/entries.ts';
import { openDatabase } from '#server/database/open.ts';
import { type Person, personAt, signUp } from '#tests/support/client/build-account.ts';
import { openConnection } from '../load/connection.ts';
import { type Figure, median, milliseconds, quantile } from '../support/figures.ts';
import { createInstallation, type DatabaseName, type Installation } from '../support/installation.ts';
import { createNames } from '../support/many-names.ts';
import { type SeededFile, seedFiles } from '../support/seed-files.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { ours } from '../uploads/contenders.ts';
import { uploadFiles } from '../uploads/upload-files.ts';
import { searchesFor } from './search-queries.ts';

/** A million entries of 23 people. */
const accounts = [500_000, 200_000, 100_000, ...Array.from({ length: 20 }, () => 10_000)];
const filesInFolder = 1000;
/** The accounts that are searched, by their place. */
const searched = [0, 2, 3];
const samplesOfEach = 100;
const seed = 20261124;

/** So many that all are indexed. */
const uploads = { fileBytes: 10 * 1024, count: 6 * maxUnindexedChanges, rounds: 5 };

/** How long the first 20 hits take among a million entries, and what an upload pays for being found. */
export async function measureSearch({ databases }: { databases: readonly DatabaseName[] }): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const database of databases) {
    const installation = await createInstallation(database);
    try {
      const people = await fill(installation);
      const times = await measureSearches(installation, people);
      figures.push(...times, ...(await measureUploads(installation, people)));
    } finally {
      await installation.remove();
    }
    for (const figure of figures) if (!figure.what.startsWith(database)) figure.what = `${database}: ${figure.what}`;
  }
  return figures;
}

type Owner = { person: Person; files: number; samples: SeededFile[]; folderId: string };

async function fill(installation: Installation): Promise<Owner[]> {
  const server = await installation.start();
  const owners: Owner[] = [];
  for (const [at, files] of accounts.entries()) {
    const person = await signUp(server);
    const nameOf = createNames(seed + at);
    const samples: SeededFile[] = [];
    const folders = await seedFiles(installation.database, person, {
      folders: files / filesInFolder,
      filesInEach: filesInFolder,
      isFindable: true,
      fileOf(number) {
        const file = nameOf(number);
        if (number % Math.floor(files / samplesOfEach) === 0) samples.push(file);
        return file;
      },
    });
    owners.push({ person, files, samples, folderId: folders[0]?.id ?? '' });
  }
  await server.stop();
  return owners;
}

async function measureSearches(installation: Installation, owners: readonly Owner[]): Promise<Figure[]> {
  const server = await installation.start();
  const figures: Figure[] = [];
  for (const at of searched) {
    const owner = owners[at];
    if (owner === undefined) continue;
    for (const [what, queries] of Object.entries(searchesFor(owner.samples, seed, owner.folderId))) {
      const { times, found } = await searchAll(server, owner.person, queries);
      const value = [0.5, 0.95, 0.99].map((share) => milliseconds(quantile(times, share))).join(', ');
      figures.push({
        what: `${owner.files.toLocaleString('en')} entries, ${what}: p50, p95, p99`,
        value: `${value} (${found} of ${queries.length} found something)`,
      });
    }
  }
  await server.stop();
  return figures;
}

async function searchAll({ port }: ServerProcess, { cookie }: Person, queries: readonly string[]) {
  const connection = await openConnection(port, { withBodies: true });
  const times: number[] = [];
  let found = 0;
  for (const query of queries) {
    const head = `GET /api/search?${query} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookie}\r\n\r\n`;
    const began = performance.now();
    const { status, body } = await connection.send({ head });
    times.push(performance.now() - began);
    if (status !== 200) throw new Error(`${query} was answered with ${status}`);
    if ((JSON.parse(String(body)) as { hits: unknown[] }).hits.length > 0) found += 1;
  }
  connection.close();
  return { times, found };
}

/**
 * The same uploads into the installation with and without the index of names, in turn, and the share of the time of those
 * with it during which names are indexed. Nothing else of their account runs then, so they take as much longer.
 */
async function measureUploads(installation: Installation, owners: readonly Owner[]): Promise<Figure[]> {
  const person = owners[0]?.person;
  if (person === undefined) return [];
  let first = 0;
  const folder = await newTarget(installation, person);
  const timeFile = `${installation.database.dataFolder}/../name-index-time`;
  const measure = async (atOnce: number, before: string) => {
    const server = await installation.start({ asWritten: { before }, settings: { NAME_INDEX_TIME: timeFile } });
    const contender = ours(server, personAt(server, person), 'tus', 'uploads', folder);
    const result = await uploadFiles(contender, { ...uploads, first, atOnce });
    first += uploads.count;
    await server.stop();
    return { ...result, ms: (uploads.count / result.rate) * 1000 };
  };
  const figures: Figure[] = [];
  for (const atOnce of [1, 8]) {
    const costs: { slower: number; share: number; processorMs: number }[] = [];
    for (let round = 0; round < uploads.rounds; round += 1) {
      const without = await measure(atOnce, 'load/without-name-index.ts');
      await passOver(installation);
      const indexed = await measure(atOnce, 'load/timed-name-index.ts');
      const share = Number(await readFile(timeFile, 'utf8')) / indexed.ms;
      costs.push({
        slower: indexed.ms / without.ms - 1,
        share: share / (1 - share),
        processorMs: indexed.processorMs - without.processorMs,
      });
    }
    const percent = (ratio: number) => `${(ratio * 100).toFixed(1)} %`;
    const range = (ratios: number[]) =>
      `${percent(median(ratios))} (${percent(Math.min(...ratios))} to ${percent(Math.max(...ratios))})`;
    figures.push(
      {
        what: `small files, ${atOnce} at once: by how much the index makes them slower, and its processor time for each`,
        value: `${range(costs.map(({ slower }) => slower))}, ${median(costs.map(({ processorMs }) => processorMs)).toFixed(2)} ms`,
      },
      {
        what: `small files, ${atOnce} at once: time of indexing, of the rest of the time`,
        value: range(costs.map(({ share }) => share)),
      },
    );
  }
  return figures;
}

/** What was uploaded without the index is not indexed later either. */
async function passOver({ database: { databaseUrl, dataFolder } }: Installation): Promise<void> {
  const { db, close } = await openDatabase({ url: databaseUrl, file: join(dataFolder, 'keepsake.db') });
  await sql`
    update search_accounts set revision = (select revision from accounts where user_id = search_accounts.account)
  `.execute(db);
  await close();
}

/** A folder for the uploads. */
async function newTarget(installation: Installation, person: Person): Promise<Folder> {
  const server = await installation.start();
  const folder = await personAt(server, person).api.folders.create({ name: 'Uploads', parentId: null });
  await server.stop();
  return folder;
}
