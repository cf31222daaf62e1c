import { BlobNotFound, BlobOffsetConflict } from '../blob-store.ts';
import { type BlobState, packState, unpackState } from './blob-state.ts';
import type { BlobLedger } from './ledger.ts';

/** A blob whose state this process knows. It may change it as long as nobody else did. */
export type HeldBlob = {
  readonly id: string;
  readonly state: BlobState;
  /** Records the next state durably. Throws BlobOffsetConflict when somebody else changed the blob meanwhile. */
  record(next: BlobState): Promise<void>;
  /** Throws the error, or BlobOffsetConflict when somebody else changed the blob meanwhile and so caused it. */
  throwCause(error: unknown): Promise<never>;
  /** Forgets the blob. Returns false when somebody else changed it meanwhile. */
  forget(): Promise<boolean>;
};

/** Throws BlobNotFound. */
export async function holdBlob(ledger: BlobLedger, id: string): Promise<HeldBlob> {
  const entry = await ledger.read(id);
  if (entry === undefined) throw new BlobNotFound(`No blob ${id}`);
  let { revision } = entry;
  let state = unpackState(entry.state);
  return {
    id,
    get state() {
      return state;
    },
    async record(next) {
      const written = await ledger.write(id, packState(next), revision);
      if (written === undefined) throw new BlobOffsetConflict(`Another node changed blob ${id}`);
      revision = written;
      state = next;
    },
    async throwCause(error) {
      const now = await ledger.read(id);
      if (now?.revision === revision || error instanceof BlobOffsetConflict) throw error;
      throw new BlobOffsetConflict(`Another node changed blob ${id}`, { cause: error });
    },
    forget: () => ledger.remove(id, revision),
  };
}
