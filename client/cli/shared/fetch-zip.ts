import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Download, openDownload } from '../../storage/objects/download.ts';
import { ConnectionLost, StorageError } from '../../storage/requests/storage-error.ts';
import { withRetries } from '../../storage/retries/retry-loop.ts';
import { partOf, receive, sizeOf } from '../local/partial-file.ts';
import { refuseFolder } from '../local/target.ts';
import type { Connection } from './connection.ts';
import { unfinished } from './unfinished.ts';

/** One state of a folder as a zip: what the server calls it, and its size in bytes. */
type State = { tag: string; size: number };

type Zip = {
  address: string;
  /** The folder, for the note of what is unfinished. */
  names: readonly string[];
  target: string;
};

type Told = {
  /** How many bytes are here. */
  onProgress: (bytes: number, totalBytes: number) => void;
  /** The folder changed, and what had come of it is dropped. */
  onChanged: () => void;
};

/** How often a folder may change while it is downloaded. */
const maxChanges = 10;
const { signal } = new AbortController();

/**
 * Downloads a zip to a partial file beside the target, which is renamed once it is complete; returns its size in bytes. Resumes
 * what broke off, also in a later call: If-Range requires the state that the name of the partial file says, so that no two are
 * mixed. Throws StorageError.
 */
export async function fetchZip(
  connection: Connection,
  { address, names, target }: Zip,
  { onProgress, onChanged }: Told,
): Promise<number> {
  await refuseFolder(target);
  const begun = unfinished(['get --zip', connection.server.baseUrl, names, resolve(target)]);
  let state = stateIn(await begun.read());
  let changes = 0;
  // What made progress may be retried as long as what just began.
  while (!(await withRetries(receiveMore, signal, connection.retry)));
  if (state === undefined) throw new Error('A zip is complete before it began');
  await rename(partFor(state), target);
  await begun.forget();
  return state.size;

  /** Returns whether all of it is here. Throws ConnectionLost if not one byte more is. */
  async function receiveMore(): Promise<boolean> {
    const have = state === undefined ? 0 : ((await sizeOf(partFor(state))) ?? 0);
    if (state !== undefined && have === state.size) return true;
    const isBegun = state !== undefined && have > 0 && have < state.size;
    const options = isBegun ? { range: { from: have }, ifRange: `"${state?.tag}"` } : {};
    const download = await openDownload(connection.downloads, address, options, signal);
    const found = stateOf(download, have);
    const isSame = found.tag === state?.tag && found.size === state.size;
    if (download.isPart && !(isBegun && isSame)) throw wrong('The server sent a part of another zip.');
    if (state !== undefined && !isSame) await drop(state);
    state = found;
    await begun.note(JSON.stringify(state));
    const before = download.isPart ? have : 0;
    let here = before;
    const lost = await receive(download, partFor(state), (bytes) => onProgress((here += bytes), found.size)).then(
      () => undefined,
      (error: unknown) => error,
    );
    const kept = (await sizeOf(partFor(state))) ?? 0;
    if (lost !== undefined && !(lost instanceof ConnectionLost)) throw lost;
    if (kept <= before) throw lost ?? new ConnectionLost();
    return kept === state.size;
  }

  async function drop(old: State): Promise<void> {
    changes += 1;
    if (changes > maxChanges) throw new StorageError('unknown', { message: 'The folder changes all the time.' });
    if (((await sizeOf(partFor(old))) ?? 0) > 0) onChanged();
    await rm(partFor(old), { force: true });
  }

  function partFor({ tag }: State): string {
    return partOf(target, tag, () => false);
  }
}

function stateIn(note: string | undefined): State | undefined {
  try {
    const { tag, size } = JSON.parse(note ?? '') as State;
    return { tag: tagIn(`"${tag}"`), size };
  } catch {
    return undefined;
  }
}

function stateOf({ etag, size, isPart }: Download, have: number): State {
  if (size === null) throw wrong('The server sent a zip without its length.');
  return { tag: tagIn(etag), size: (isPart ? have : 0) + size };
}

/** It becomes a part of a local name. */
function tagIn(etag: string | null): string {
  const tag = /^"([\w-]{1,64})"$/.exec(etag ?? '')?.[1];
  if (tag === undefined) throw wrong('The server sent a zip without an ETag that can be used here.');
  return tag;
}

function wrong(message: string): StorageError {
  return new StorageError('server-file-wrong-size', { message });
}
