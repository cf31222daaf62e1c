import { type BegunHandOver, HandOverChanged, type HandOvers } from '#server/accounts/people/hand-overs.ts';
import type { HandOver } from '#server/drive/handing-over/hand-over.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';

/** How often it is looked whether to go on, in milliseconds. */
const checkMs = 1000;

type Deps = {
  handOvers: HandOvers;
  handOver: HandOver;
  isStopping: () => boolean;
  now: () => number;
  /** Called with what was handed over. */
  onDone: (about: { account: string; recipient: string; unread: number }) => void;
  report: (problem: string, error: unknown) => void;
};

/**
 * Gives the files of an account that is to be deleted to whom they were promised. Returns whether it may be deleted now: never
 * while a promise is not kept.
 */
export function createHandOverJob({ handOvers, handOver, isStopping, now, onDone, report }: Deps) {
  return async (account: string): Promise<boolean> => {
    const begun = await handOvers.begin(account);
    if (begun === undefined || begun.done_at !== null) return true;
    // The page of the people shows it.
    if (begun.to === undefined) return false;
    try {
      await handIt({ ...begun, to: begun.to });
      return true;
    } catch (error) {
      // What fails while the server stops says nothing.
      if (isStopping() || error instanceof HandOverChanged) return false;
      const isNew = await handOvers.failed(begun, hasNoRoom(error) ? 'no-room' : 'failed');
      if (isNew) report(`Could not hand over the files of account ${account}`, error);
      return false;
    }
  };

  async function handIt(begun: BegunHandOver & { to: { id: string } }): Promise<void> {
    const { from, to, folder_id: folderId } = begun;
    let checkedAt = Number.NEGATIVE_INFINITY;
    const done = await handOver({
      from,
      to,
      folderId,
      noteFolder: (trx, id) => handOvers.noteFolder(trx, begun, id),
      async goOn() {
        if (isStopping()) throw new Error('The server stops');
        if (now() - checkedAt < checkMs) return;
        checkedAt = now();
        await handOvers.check(begun);
      },
    });
    await handOvers.done(begun, done);
    onDone({ account: from.id, recipient: to.id, unread: done.unread });
  }
}

function hasNoRoom(error: unknown): boolean {
  return error instanceof KeepsakeError && ['quota-exceeded', 'too-many-entries'].includes(error.code);
}
