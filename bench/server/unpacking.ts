import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { untilEnded } from '#tests/support/client/unpack-all.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { makeZip, manyMembers } from '#tests/support/fixtures/files/make-zip.ts';
import { type Figure, mebibytes, milliseconds, rate, timed, timesOf } from '../support/figures.ts';
import { newFolder, type ServerProcess, startKeepsake } from '../support/server-process.ts';

const small = 20_000;
const largeBytes = 300 * 1024 ** 2;
const rounds = 300;

/** Zips that become folders: many small files, one large one, and what a person beside it notices. */
export async function measureUnpacking(): Promise<Figure[]> {
  const folder = await newFolder();
  const server = await startKeepsake(folder.path);
  try {
    const [ada, bob] = [await signUp(server), await signUp(server)];
    await uploadFile(bob, { name: 'one.txt', body: Buffer.from('of somebody beside') });
    const alone = await lookAgain(bob);
    const before = await server.residentBytes();
    const random = Buffer.from(bytes(largeBytes));
    const text = Buffer.alloc(largeBytes, bytes(100_000));
    const many = await unpack(server, ada, makeZip(manyMembers(small)), () => lookAgain(bob));
    const stored = await unpack(server, ada, makeZip([{ name: 'stored', bytes: random, isStored: true }]));
    const deflated = await unpack(server, ada, makeZip([{ name: 'deflated', bytes: text }]));
    const after = await server.residentBytes();
    const perSecond = (ms: number) => Math.round(small / (ms / 1000)).toLocaleString('en');
    return [
      {
        what: `${small.toLocaleString('en')} small files`,
        value: `${perSecond(many.ms)} files/s, ${perSecond(many.cpuMs)} in a second of the processor; answered after ${milliseconds(many.beginMs)}`,
      },
      { what: 'a file of 300 MiB that is stored', value: rate(largeBytes, stored.ms) },
      { what: 'one that is deflated', value: rate(largeBytes, deflated.ms) },
      { what: 'memory of the server before and after', value: `${mebibytes(before)}, ${mebibytes(after)}` },
      { what: 'a listing for somebody else: alone', value: timesOf(alone) },
      { what: 'while the small files are unpacked', value: timesOf(many.beside ?? []) },
    ];
  } finally {
    await server.stop();
    await folder.remove();
  }
}

async function unpack(server: ServerProcess, person: Person, zip: Buffer, beside?: () => Promise<number[]>) {
  const { id: fileId } = await uploadFile(person, { name: 'packed.zip', body: zip });
  const [cpu, began] = [await server.processorMs(), performance.now()];
  const { id } = await person.api.unpackings.begin({ id: fileId });
  const beginMs = performance.now() - began;
  const looking = beside?.();
  await untilEnded(person, id);
  const ms = performance.now() - began;
  return { beginMs, ms, cpuMs: (await server.processorMs()) - cpu, beside: await looking };
}

/** How long a listing takes, again and again. */
async function lookAgain({ api }: Person): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    times.push(await timed(() => api.folders.children({ id: 'root', limit: 100 })));
  return times;
}
