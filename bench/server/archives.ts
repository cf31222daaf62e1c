import { get } from 'node:http';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { type Figure, mebibytes, milliseconds, rate, rateFigure } from '../support/figures.ts';
import { seedFiles } from '../support/seed-files.ts';
import { newFolder, type ServerProcess, startKeepsake } from '../support/server-process.ts';
import { seedSparseFile, sparseBytes } from '../uploads/seed-sparse-file.ts';

const files = 100_000;
/** Of the text that all of them are. */
const fileBytes = Buffer.byteLength('The same in each of them');
const rounds = 3;

/** Zips of a folder of 100,000 small files and of 10 GiB, beside the same 10 GiB as a file. */
export async function measureArchives(): Promise<Figure[]> {
  const folder = await newFolder();
  const data = `${folder.path}/data`;
  const server = await startKeepsake(data);
  try {
    const [ada, bob] = [await signUp(server), await signUp(server)];
    const fileOf = (at: number) => ({ name: `seeded ${at}.txt`, size: fileBytes, contentType: 'text/plain', age: at });
    await seedFiles({ dataFolder: data }, ada, { folders: 1, filesInEach: files, fileOf });
    const before = await server.residentBytes();
    const first = await download(server, ada, '/api/folders/root/archive');
    const again = await download(server, ada, '/api/folders/root/archive');
    const after = await server.residentBytes();
    const path = await seedSparseFile(data, bob);
    const alone: number[] = [];
    const zipped: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      alone.push((await download(server, bob, path)).ms);
      zipped.push((await download(server, bob, '/api/folders/root/archive')).ms);
    }
    const perSecond = (ms: number) => `${Math.round(files / (ms / 1000)).toLocaleString('en')} files/s`;
    return [
      {
        what: '100,000 files of 24 bytes: first byte, and again',
        value: `${milliseconds(first.firstMs)}, ${milliseconds(again.firstMs)}`,
      },
      {
        what: 'all of it',
        value: `${perSecond(first.ms)}, ${rate(first.bytes, first.ms)}; again ${perSecond(again.ms)}`,
      },
      { what: 'memory of the server before and after', value: `${mebibytes(before)}, ${mebibytes(after)}` },
      rateFigure('10 GiB as a file', sparseBytes, alone),
      rateFigure('10 GiB as a zip', sparseBytes, zipped, alone),
    ];
  } finally {
    await server.stop();
    await folder.remove();
  }
}

/** Reads all of an answer, without keeping it. */
function download({ port }: ServerProcess, { cookie }: Person, path: string) {
  const began = performance.now();
  return new Promise<{ firstMs: number; ms: number; bytes: number }>((resolve, reject) => {
    const request = get({ port, host: '127.0.0.1', path, headers: { cookie } }, (response) => {
      let firstMs: number | undefined;
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        firstMs ??= performance.now() - began;
        bytes += chunk.length;
      });
      response.on('end', () => resolve({ firstMs: firstMs ?? 0, ms: performance.now() - began, bytes }));
      response.on('error', reject);
      if (response.statusCode !== 200) reject(new Error(`${path} gave ${response.statusCode}`));
    });
    request.on('error', reject);
  });
}
