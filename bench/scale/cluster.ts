import { sendByHttp } from '#client/cli/shared/send-by-http.ts';
import { startUpload } from '#client/storage/upload.ts';
import { logIn, type Person, signUp } from '#tests/support/client/build-account.ts';
import { type Figure, perSecond, rateFigure, timed, timesOf } from '../support/figures.ts';
import { readPages } from '../support/read-pages.ts';
import { type DatabaseOf, seedFiles } from '../support/seed-files.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { type Running, startAlone, startOnEngines } from '../support/start-nodes.ts';
import { type Contender, ours } from '../uploads/contenders.ts';
import { changeContent, receive } from '../uploads/transfer.ts';
import { uploadFiles } from '../uploads/upload-files.ts';

const rounds = 3;
const atOnce = 16;
/** The smaller ones are stored in the database, the larger ones in the bucket or on the disk. */
const smallFiles = [
  { what: '10 KiB', fileBytes: 10 * 1024, files: 1200 },
  { what: '64 KiB', fileBytes: 64 * 1024, files: 400 },
];
const largeBytes = 256 * 1024 ** 2;
const listed = 10_000;
const pages = 200;
const signIns = 10;
/** Two people for any number of nodes, each at one of them: changes of one account wait for each other. */
const people = 2;

/** A person at a node, with a folder of many files. */
type Seat = { node: ServerProcess; person: Person; folderId: string; contender: Contender };
type Measurements = { up: number[]; down: number[]; page: number[]; signIn: number[]; small: Map<string, number[]> };

/** SQLite and disk, then one node and two nodes on PostgreSQL and Ceph, in turn; all share this machine's processors. */
export async function measureCluster(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const start of [() => startAlone(), () => startOnEngines(1), () => startOnEngines(2)]) {
    const installation = await start();
    try {
      figures.push(...figuresOf(installation.name, await measure(installation)));
    } finally {
      await installation.stop();
    }
  }
  return figures;
}

async function measure({ nodes, database }: Running): Promise<Measurements> {
  const seats: Seat[] = [];
  while (seats.length < people)
    seats.push(await takeSeat(nodes[seats.length % nodes.length] as ServerProcess, database));
  const times: Measurements = { up: [], down: [], page: [], signIn: [], small: new Map() };
  let number = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const { what, fileBytes, files } of smallFiles) {
      const count = files / seats.length;
      const results = await Promise.all(
        seats.map(({ contender }, i) =>
          uploadFiles(contender, {
            fileBytes,
            first: number + i * count,
            count,
            atOnce: atOnce / seats.length,
          }),
        ),
      );
      number += files;
      const sum = results.reduce((total, { rate }) => total + rate, 0);
      times.small.set(what, [...(times.small.get(what) ?? []), sum]);
    }
    let urls: string[] = [];
    const upMs = await timed(async () => {
      urls = await Promise.all(seats.map((seat, i) => sendLarge(seat, `large ${round} ${i}`)));
    });
    times.up.push(upMs / seats.length);
    const downMs = await timed(() => Promise.all(seats.map((seat, i) => readLarge(seat, urls[i] ?? ''))));
    times.down.push(downMs / seats.length);
    const pageTimes = await Promise.all(
      seats.map(({ node, person, folderId }) =>
        readPages(node, person, { folderId, files: listed, pages: pages / rounds }),
      ),
    );
    times.page.push(...pageTimes.flat());
    times.signIn.push(...(await Promise.all(seats.map(signInAgain))).flat());
  }
  return times;
}

async function takeSeat(node: ServerProcess, database: DatabaseOf): Promise<Seat> {
  const person = await signUp(node);
  const [seeded] = await seedFiles(database, person, { folders: 1, filesInEach: listed });
  return { node, person, folderId: seeded?.id ?? '', contender: ours(node, person, 'tus', 'ours') };
}

function figuresOf(name: string, { small, up, down, page, signIn }: Measurements): Figure[] {
  return [
    ...smallFiles.map(({ what }) => ({
      what: `${name}: files of ${what}, ${atOnce} at once`,
      value: perSecond(small.get(what) ?? []),
    })),
    rateFigure(`${name}: 256 MiB up, by the client`, largeBytes, up),
    rateFigure(`${name}: 256 MiB down`, largeBytes, down),
    { what: `${name}: a page of 100 out of ${listed} files`, value: timesOf(page) },
    { what: `${name}: sign-in`, value: timesOf(signIn) },
  ];
}

async function sendLarge({ person }: Seat, name: string): Promise<string> {
  const body = Buffer.alloc(largeBytes, `a page of ${name} `);
  changeContent(body);
  const id = await startUpload({ ...person.server, send: sendByHttp }, { name, body, folderId: null }).done;
  return (await person.api.entries.get({ id })).file?.url ?? '';
}

async function readLarge({ node, person }: Seat, url: string): Promise<void> {
  await receive(`${node.baseUrl}${url}`, { cookie: person.cookie }, largeBytes);
}

async function signInAgain({ node, person }: Seat): Promise<number[]> {
  const times: number[] = [];
  while (times.length < signIns) times.push(await timed(() => logIn(node, person)));
  return times;
}
