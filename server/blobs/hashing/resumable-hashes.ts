import { createSHA256 } from 'hash-wasm';
import type { RunningHashes } from './running-hashes.ts';

/** A state that can be saved, and resumed by another process. */
export type HashState = { sha256: Uint8Array };

/** One instance serves all: a state is loaded before its bytes and saved after them. */
const sha256 = await createSHA256();

/** Hashes in WebAssembly, from the start or from a state. Throws when another version of the code made that state. */
export function createResumableHashes(from?: HashState): RunningHashes & { state(): HashState } {
  let state = from?.sha256 ?? sha256.init().save();
  sha256.load(state);
  return {
    update(bytes) {
      sha256.load(state);
      state = sha256.update(bytes).save();
    },
    digest() {
      sha256.load(state);
      return { sha256: sha256.digest('hex') };
    },
    state: () => ({ sha256: state }),
  };
}
