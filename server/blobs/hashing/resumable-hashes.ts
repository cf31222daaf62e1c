import { createMD5, createSHA256 } from 'hash-wasm';
import type { RunningHashes } from './running-hashes.ts';

/** A state that can be saved, and resumed by another process. */
export type HashState = { sha256: Uint8Array; md5: Uint8Array };

/** One instance serves all: a state is loaded before its bytes and saved after them. */
const [sha256, md5] = await Promise.all([createSHA256(), createMD5()]);

/** Hashes in WebAssembly, from the start or from a state. Throws when another version of the code made that state. */
export function createResumableHashes(from?: HashState): RunningHashes & { state(): HashState } {
  let state = from ?? { sha256: sha256.init().save(), md5: md5.init().save() };
  load();
  return {
    update(bytes) {
      load();
      state = { sha256: sha256.update(bytes).save(), md5: md5.update(bytes).save() };
    },
    digest() {
      load();
      return { sha256: sha256.digest('hex'), md5: Buffer.from(md5.digest('binary')).toString('base64') };
    },
    state: () => state,
  };

  function load() {
    sha256.load(state.sha256);
    md5.load(state.md5);
  }
}
