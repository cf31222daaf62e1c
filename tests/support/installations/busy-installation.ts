import type { Person } from '../client/build-account.ts';
import { tus } from '../client/tus.ts';
import { bytes, sha256 } from '../fixtures/bytes.ts';
import type { Random } from '../fixtures/random.ts';

/** What happens to each file, one after the other; `gone` is for good. */
const life = ['absent', 'kept', 'renamed', 'trashed', 'gone'] as const;
type Stage = (typeof life)[number];

/** A file as its owner knows it: how far it is for sure, and how far it may be since an answer is still to come. */
export type Lived = { name: string; sha256: string; id: string | undefined; sure: number; maybe: number };

export type BusyInstallation = ReturnType<typeof keepBusy>;

type Options = {
  label: string;
  atOnce?: number;
  /** Whether a refusal with 503 is an end of the work, and no failure. */
  untilRefused?: boolean;
};

/**
 * Uploads, renames, moves to Trash and removes for good, several at once, until it is stopped. Each step is noted before it
 * is asked for and when it was acknowledged.
 */
export function keepBusy(person: Person, random: Random, { label, atOnce = 6, untilRefused = false }: Options) {
  const files: Lived[] = [];
  let stopped = false;
  let acknowledged = 0;
  let lastAt = 0;
  const began = performance.now();
  const work = Promise.all(Array.from({ length: atOnce }, worker));

  return {
    files,
    acknowledged: () => acknowledged,
    /** When something was acknowledged last, by `performance.now()`. */
    lastAt: () => lastAt,
    rate: () => acknowledged / ((performance.now() - began) / 1000),
    /** How far each file is for sure now. */
    known: () => new Map(files.map((file) => [file.name, file.sure])),
    /** How far each file may be now, told to the server or not. */
    possible: () => new Map(files.map((file) => [file.name, file.maybe])),
    async stop(): Promise<void> {
      stopped = true;
      await work;
    },
  };

  async function worker(_: unknown, number: number): Promise<void> {
    for (let i = 0; !stopped; i += 1) {
      const name = `${label} ${number} ${i}.bin`;
      const body = bytes(random.oneIn(12) ? random.between(20_000, 400_000) : random.between(0, 12_000), name);
      const file: Lived = { name, sha256: sha256(body), id: undefined, sure: 0, maybe: 0 };
      files.push(file);
      const last = random.pick<Stage>('kept', 'kept', 'kept', 'renamed', 'trashed', 'gone', 'gone');
      for (const step of stepsTo(last)) {
        file.maybe += 1;
        if (!(await isDone(step(file, body)))) return;
        file.sure += 1;
        acknowledged += 1;
        lastAt = performance.now();
      }
    }
  }

  async function isDone(step: Promise<void>): Promise<boolean> {
    try {
      await step;
      return true;
    } catch (error) {
      if (untilRefused && (error as { status?: number }).status === 503) return false;
      throw error;
    }
  }

  function stepsTo(last: Stage) {
    const steps = [keep, rename, trash, remove];
    return steps.slice(0, life.indexOf(last));
  }

  async function keep(file: Lived, body: Uint8Array<ArrayBuffer>) {
    const response = await tus(person).begin({ name: file.name, length: body.length, body });
    file.id = expectDone(response, 201).headers.get('keepsake-file') ?? undefined;
  }

  async function rename(file: Lived) {
    await person.api.entries.update({ id: file.id ?? '', name: `renamed ${file.name}` });
  }

  async function trash(file: Lived) {
    await person.api.entries.remove({ id: file.id ?? '' });
  }

  async function remove(file: Lived) {
    expectDone(await person.fetch(`/api/trash/${file.id}`, { method: 'DELETE' }), 204);
  }
}

/** How far a file is as the rows of a database have it. */
export function stageOf(row: { name: unknown; trashed_at: unknown } | undefined): number {
  if (row === undefined) return life.indexOf('absent');
  if (row.trashed_at !== null) return life.indexOf('trashed');
  return life.indexOf(String(row.name).startsWith('renamed ') ? 'renamed' : 'kept');
}

/** A file that is gone for good is as absent as one that was never kept. */
export function isPossible(stage: number, sure: number, possible: number): boolean {
  const gone = life.indexOf('gone');
  return (stage >= sure && stage <= possible) || (stage === 0 && possible === gone);
}

function expectDone(response: Response, status: number): Response {
  if (response.status === status) return response;
  throw Object.assign(new Error(`${response.url} answered ${response.status}`), { status: response.status });
}
