import type { DriveClient } from '#client/drive-api.ts';
import type { Server } from '#client/server.ts';
import { takePoster } from './take-poster.ts';

/** Until the server has looked into the film, it is asked after pauses that double: about two minutes in all. */
const firstPauseMs = 1000;
const maxQuestions = 8;

type Film = { id: string; file: File };

/** One film after the other: each is decoded. */
let last: Promise<unknown> = Promise.resolve();

/** Sends a frame of a film that this page uploaded, if the server cannot make one. Where the browser cannot either, nothing happens. */
export function sendPoster(to: { api: DriveClient; server: Server }, film: Film): void {
  last = last.then(() => sendNow(to, film)).catch(() => {});
}

async function sendNow({ api, server }: { api: DriveClient; server: Server }, { id, file }: Film): Promise<void> {
  const url = await wantedAt(api, id);
  if (url === null || !(await isOf(url))) return;
  const poster = await takePoster(file);
  if (poster === undefined) return;
  const headers = { 'content-type': poster.type };
  await server.fetch(`${server.baseUrl}${url}`, { method: 'PUT', headers, body: poster });

  /** The file may have another version since. */
  async function isOf(address: string): Promise<boolean> {
    const { file: stored } = await api.entries.get({ id });
    return stored?.size === file.size && address.includes(stored.url.split('/')[3] ?? '/none');
  }
}

async function wantedAt(api: DriveClient, id: string): Promise<string | null> {
  for (let asked = 0; asked < maxQuestions; asked += 1) {
    const { state, posterUrl } = await api.files.facts({ id });
    if (state !== 'waiting') return posterUrl;
    if (asked + 1 < maxQuestions) await new Promise((resolve) => setTimeout(resolve, firstPauseMs * 2 ** asked));
  }
  return null;
}
