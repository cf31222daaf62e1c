import { setTimeout as pause } from 'node:timers/promises';
import type { Server } from '#client/server.ts';
import { startUpload } from '#client/storage/upload.ts';
import type { Person } from '#tests/support/client/build-account.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import type { Random } from '#tests/support/fixtures/random.ts';

/** They travel in several chunks, and end in several parts in S3. */
const smallestBytes = 300_000;
const largestBytes = 20_000_000;
/** How long a chunk waits before it is sent, so that an upload lasts as long as a disturbance. */
const longestWaitMs = 800;

type Uploaded = { name: string; sha256: string; done: Promise<string>; requests: readonly string[] };

/** Sends files as the web app does, by itself again and again what was not acknowledged. */
export function createUploads(person: Person, random: Random) {
  const started: Uploaded[] = [];
  return {
    count: () => started.length,
    start(): void {
      const name = `upload ${started.length}`;
      const body = bytes(random.between(smallestBytes, largestBytes), `${name} ${random.next()}`);
      const requests: string[] = [];
      const server = slowly(person.server, random, requests);
      const { done } = startUpload(server, { name, body: Buffer.from(body), folderId: null });
      started.push({ name, sha256: sha256(body), done, requests });
    },
    /** Waits for all. Returns what is not there, or not as it was sent. */
    async verify(): Promise<string[]> {
      const wrong: string[] = [];
      for (const upload of started) {
        const { file } = await person.api.entries.get({ id: await upload.done });
        const stored = file && sha256(await (await person.fetch(file.url)).arrayBuffer());
        if (file?.name !== upload.name || file.version !== 1 || stored !== upload.sha256)
          wrong.push(
            `${upload.name} is ${file?.name}, version ${file?.version}, ${stored}: ${upload.requests.join(', ')}`,
          );
      }
      const { files } = await person.api.folders.children({ id: 'root', limit: 1000 });
      if (files.length !== started.length) wrong.push(`${files.length} files are there of ${started.length} uploads`);
      return wrong;
    },
  };
}

/** A server that hears of each request a little later. What became of each is noted. */
function slowly({ baseUrl, fetch }: Server, random: Random, requests: string[]): Server {
  return {
    baseUrl,
    fetch: async (input, init) => {
      await pause(random.between(0, longestWaitMs));
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      const about = `${init?.method} ${pathname}`;
      const at = requests.push(`${about} without an answer`) - 1;
      const answer = await fetch(input, init);
      requests[at] = `${about} ${answer.status}`;
      return answer;
    },
  };
}
