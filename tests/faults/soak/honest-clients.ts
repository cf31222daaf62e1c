import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bucket } from '#tests/support/client/bucket.ts';
import { type Place, signUp } from '#tests/support/client/build-account.ts';
import { commandLine } from '#tests/support/client/command-line.ts';
import { programOf } from '#tests/support/client/program.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { createRandom } from '#tests/support/fixtures/random.ts';

/** Somebody who stores a file, reads one, and removes one when there are many; each throws when it is not done. */
type Way = {
  put(name: string, body: Uint8Array): Promise<void>;
  get(name: string): Promise<Uint8Array>;
  remove(name: string): Promise<void>;
};

export type HonestClient = ReturnType<typeof createHonestClient>;

const mebibyte = 1024 ** 2;
const mostFiles = 40;
/** One in so many files is of several MiB, for which uploads, hashing and downloads take other ways. */
const largeOnes = 10;

/** One in the browser, one with the command line, one program that speaks to the objects by path. */
export async function honestClients(place: Place, seed: number): Promise<HonestClient[]> {
  const ways = {
    browser: await asBrowser(place),
    keepsake: await asCommandLine(place),
    program: await asProgram(place),
  };
  return Object.entries(ways).map(([name, way], i) => createHonestClient(name, way, seed + i));
}

/** Does one thing after the other and notes what was acknowledged. The seed decides what. */
function createHonestClient(name: string, way: Way, seed: number) {
  const random = createRandom(seed);
  /** What was acknowledged: SHA-256 by name. */
  const stored = new Map<string, string>();
  const failures: string[] = [];
  const wrong: string[] = [];
  let done = 0;

  return {
    name,
    failures,
    wrong,
    stored: () => stored.size,
    done: () => done,
    /** Stores a file and reads it and another one; what fails and what is wrong is noted. */
    async round(): Promise<void> {
      const file = `${name}-${done}.bin`;
      const largest = random.oneIn(largeOnes) ? 12 * mebibyte : 300_000;
      const body = bytes(random.between(0, largest), `${seed} ${file}`);
      if (await noted(`put ${file}`, () => way.put(file, body))) stored.set(file, sha256(body));
      for (const wanted of [file, random.pick(file, ...stored.keys())]) await check(wanted);
      const [oldest] = stored.keys();
      if (stored.size > mostFiles && oldest !== undefined) {
        stored.delete(oldest);
        await noted(`remove ${oldest}`, () => way.remove(oldest));
      }
      done += 1;
    },
    /** Reads all of them. */
    async checkAll(): Promise<void> {
      for (const file of stored.keys()) await check(file);
    },
  };

  async function check(file: string): Promise<void> {
    const expected = stored.get(file);
    if (expected === undefined) return;
    await noted(`get ${file}`, async () => {
      if (sha256(await way.get(file)) !== expected) wrong.push(file);
    });
  }

  async function noted(what: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      failures.push(`${what}: ${String(error)}`);
      return false;
    }
  }
}

async function asBrowser(place: Place): Promise<Way> {
  const person = await signUp(place);
  const { id: folderId } = await person.api.folders.create({ name: 'Photos', parentId: null });
  const ids = new Map<string, string>();
  return {
    async put(name, body) {
      ids.set(name, (await uploadFile(person, { name, body, folderId })).id);
    },
    async get(name) {
      const { files } = await person.api.folders.children({ id: folderId, limit: 1000 });
      const file = files.find((one) => one.name === name);
      if (file === undefined) throw new Error('It is not listed');
      return await bodyOf(await person.fetch(file.url));
    },
    async remove(name) {
      await person.api.entries.remove({ id: ids.get(name) ?? '' });
      await person.api.trash.remove({ id: ids.get(name) ?? '' });
    },
  };
}

async function asCommandLine(place: Place): Promise<Way> {
  const person = await signUp(place);
  const { token } = await person.api.appPasswords.create({ name: 'keepsake' });
  const cli = await commandLine();
  await cli.json('login', place.baseUrl, '--token', token);
  const path = (name: string) => join(cli.folder, name);
  return {
    async put(name, body) {
      await writeFile(path(name), body);
      await cli.json('put', name);
      await rm(path(name));
    },
    async get(name) {
      await cli.json('get', name);
      const body = await readFile(path(name));
      await rm(path(name));
      return body;
    },
    async remove(name) {
      await cli.json('rm', name);
    },
  };
}

async function asProgram(place: Place): Promise<Way> {
  const objects = bucket(await programOf(await signUp(place)));
  return {
    put: async (name, body) => void (await objects.store(`backup/${name}`, Buffer.from(body))),
    get: async (name) => bodyOf(await objects.call('GET', `backup/${name}`, { query: { alt: 'media' } })),
    async remove(name) {
      const { ok, status } = await objects.call('DELETE', `backup/${name}`);
      if (!ok) throw new Error(`The answer is ${status}`);
    },
  };
}

async function bodyOf(response: Response): Promise<Uint8Array> {
  const body = new Uint8Array(await response.arrayBuffer());
  if (!response.ok) throw new Error(`The answer is ${response.status}`);
  return body;
}
