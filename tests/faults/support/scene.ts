import { ApiError, errorFromResponse } from '#client/api-error.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Person } from '#tests/support/client/build-account.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import type { Random } from '#tests/support/fixtures/random.ts';
import type { Item, Ledger } from './ledger.ts';

/** What an operation is made from. */
export type Scene = {
  person: Person;
  random: Random;
  ledger: Ledger;
  /** The folder that only this client touches. */
  top: { id: string; name: string };
  /** Whether nobody else uses the account. */
  isAlone: boolean;
  /** A name that the client never used. */
  newName: () => string;
};

export type Operation = {
  what: string;
  /** Sends the request and resolves when it is acknowledged, with the id of what was made. */
  send(): Promise<string | undefined>;
  /** What is true once it is done. */
  after(id: string | undefined): Ledger;
  /** What a client does that lost the answer; afterwards it is done, once. */
  again(): Promise<string | undefined>;
  /** The upload that it feeds. A server whose disk failed may give that up, and say so. */
  upload?: string;
  /** The upload that it gives up. */
  givesUp?: string;
};

/** Makes an operation that is possible now, undefined when none is. */
export type Maker = (scene: Scene) => Operation | undefined;

/** An answer that tells, without an error, that nothing was done and how to do it in another way. */
export class NothingDone extends Error {}

/** For `catch`: a refusal that tells the work was done before. */
export function already(code: ErrorCode): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof ApiError && error.code === code) return undefined;
    throw error;
  };
}

/** Whether an error tells that nobody answered. */
export function isUnreachable(error: unknown): boolean {
  return (
    error instanceof Error && ['fetch failed', 'terminated', 'The server cannot be reached.'].includes(error.message)
  );
}

/** The answer when it tells of success; throws the ApiError it holds otherwise. */
export async function answered(response: Promise<Response>): Promise<Response> {
  const answer = await response;
  if (!answer.ok) throw await errorFromResponse(answer);
  return answer;
}

export function folderId({ items }: Ledger, top: Scene['top'], path: string): string {
  const id = path === '' ? top.id : items.get(path)?.id;
  if (id === undefined) throw new Error(`The id of ${path} is not known`);
  return id;
}

export function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** Bytes that nobody stored before. Sizes lie on both sides of what is stored in the database, and of one request's limit. */
export function randomBytes(random: Random): Uint8Array<ArrayBuffer> {
  const upTo = random.pick(0, 500, 16_384, 16_385, 60_000, 300_000);
  const size = random.oneIn(3) ? upTo : random.between(0, upTo);
  return bytes(size, String(random.next()));
}

export function pickFile(random: Random, { items }: Ledger): string | undefined {
  return pickFrom(random, paths(items, 'file'));
}

/** A folder's path; '' is the client's own. */
export function pickFolder(random: Random, { items }: Ledger): string {
  return pickFrom(random, ['', ...paths(items, 'folder')]) ?? '';
}

export function pickEntry(random: Random, { items }: Ledger): { path: string; id: string } | undefined {
  const [path, item] = pickFrom(random, [...items]) ?? [];
  return path === undefined || item?.id === undefined ? undefined : { path, id: item.id };
}

export function pickFrom<T>(random: Random, choices: readonly T[]): T | undefined {
  return choices[Math.floor(random.next() * choices.length)];
}

function paths(items: Ledger['items'], kind: Item['kind']): string[] {
  return [...items].filter(([, item]) => item.kind === kind && item.id !== undefined).map(([path]) => path);
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function noId(send: () => Promise<unknown>): () => Promise<undefined> {
  return async () => {
    await send();
    return undefined;
  };
}
