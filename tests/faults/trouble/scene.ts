import { expect } from 'vitest';
import type { File } from '#contract/records/entries.ts';
import { logIn, type Person, signUp } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import type { TestServer } from '#tests/support/server/start-server.ts';

export type Scene = {
  server: TestServer;
  person: Person;
  /** A file from before the trouble. */
  stored: File;
  /** Names in Root of everything that was acknowledged. */
  acknowledged: Set<string>;
};

/** Larger than what is stored in the database. */
export const largeBytes = 300_000;
/**
 * An answer comes within this time, whatever the trouble: a second, and the rest for a machine that is slow or shared. What
 * waits for a lock in vain takes longer.
 */
const promptMs = 4000;

/** Somebody with a folder and a file, from before the trouble. */
export async function setScene(server: TestServer): Promise<Scene> {
  const person = await signUp({ baseUrl: server.baseUrl });
  await person.api.folders.create({ name: 'Before', parentId: null });
  const stored = await uploadFile(person, { name: 'before.bin', body: bytes(largeBytes) });
  return { server, person, stored, acknowledged: new Set(['Before', 'before.bin']) };
}

/** Health, reading and the check of the session continue; what was acknowledged is there, what was refused is not. */
export async function expectReads({ server, person, stored, acknowledged }: Scene): Promise<void> {
  expect((await promptly(() => fetch(`${server.baseUrl}/healthz`))).status).toBe(200);
  const { folders, files } = await person.api.folders.children({ id: 'root', limit: 1000 });
  expect(new Set([...folders, ...files].map(({ name }) => name))).toEqual(acknowledged);
  expect(sha256(await (await promptly(() => person.fetch(stored.url))).arrayBuffer())).toBe(sha256(bytes(largeBytes)));
  expect((await promptly(() => person.fetch('/api/auth/get-session'))).status).toBe(200);
}

/** Everything works again, also for somebody who logs in now. */
export async function expectAllWell(scene: Scene): Promise<void> {
  await expectReads(scene);
  const outcomes = await tryWrites(scene);
  for (const outcome of Object.values(outcomes)) expect(outcome).toMatch(/^20[01] /);
  await logIn(scene.server, scene.person);
  await expectReads(scene);
}

/** What each kind of write answers now: its status and code. */
export async function tryWrites({ person, acknowledged }: Scene): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  for (const [kind, write] of Object.entries(writes)) {
    const name = `${kind} ${acknowledged.size} ${performance.now()}`;
    const answer = await promptly(() => write(person, name));
    const { code = 'done' } = ((await answer.json().catch(() => ({}))) ?? {}) as { code?: string };
    outcomes[kind] = `${answer.status} ${code}`;
    if (answer.ok && kind !== 'logIn') acknowledged.add(name);
  }
  return outcomes;
}

const writes: Record<string, (person: Person, name: string) => Promise<Response>> = {
  folder: (person, name) =>
    person.fetch('/api/folders', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, parentId: null }),
    }),
  smallFile: (person, name) => tus(person).begin({ name, length: 100, body: bytes(100, name) }),
  largeFile: (person, name) => tus(person).begin({ name, length: largeBytes, body: bytes(largeBytes, name) }),
  object: (person, name) =>
    person.fetch(`/api/objects/${encodeURIComponent(name)}`, { method: 'PUT', body: bytes(largeBytes, name) }),
  logIn: ({ email, password, fetch: request, server }) =>
    request('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...server.headers },
      body: JSON.stringify({ email, password }),
    }),
};

/** The answer of a request, which has to come at once. */
async function promptly(request: () => Promise<Response>): Promise<Response> {
  const started = performance.now();
  const answer = await request();
  expect(performance.now() - started).toBeLessThan(promptMs);
  return answer;
}
