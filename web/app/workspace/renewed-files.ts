import { maxBatchOperations } from '#contract/limits.ts';
import { visibleName } from '#contract/names/names.ts';
import type { Change } from '#contract/records/changes.ts';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { placesOf } from '#web/features/files/cache/place.ts';
import { createBursts } from '#web/features/files/listing/bursts.ts';
import type { Versions } from '#web/features/files/listing/versions.ts';
import { callErrorMessage } from '#web/features/files/parts/name-error.tsx';
import type { Call, Done, Undo } from '#web/features/files/undo/undo.ts';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';

/** Of how many versions it is remembered that only one of the two came, the answer to the upload or the change. */
const maxSeen = 1000;
/** Those that come within this time are told at once: what is offered names all of them, in milliseconds. */
const gatherMs = 500;

type Deps = {
  undo: Pick<Undo, 'did' | 'doing' | 'offer' | 'drop' | 'snapshot'>;
  versions: Pick<Versions, 'keepBoth'>;
  toasts: Pick<Toasts, 'show'>;
};

/** The files that uploads of this page made newer versions of: it is said, and keeping both is offered. */
export function createRenewedFiles({ undo, versions, toasts }: Deps) {
  /** Files by their versions that changes told of lately. */
  const seen = new Map<string, StoredFile>();
  /** Versions that uploads of this page made, and no change told of yet. */
  const uploaded = new Map<string, true>();
  /** Those that are announced together, while that is offered. */
  let renewed = new Map<string, StoredFile>();
  let offered: Done | undefined;
  let shown: StoredFile | undefined;
  let isKeeping = false;
  const listeners = new Set<() => void>();
  const told = createBursts(tell, () => gatherMs);

  return {
    /** An upload of this page was stored by that operation; its change may have come before. */
    stored(operationId: string | null) {
      if (operationId === null) return;
      const file = seen.get(operationId);
      if (file) told.add([file]);
      else remember(uploaded, operationId, true);
    },

    changed({ file }: Change) {
      if (file === null || file.version === 1) return;
      const version = versionOf(file);
      remember(seen, version, file);
      if (uploaded.delete(version)) told.add([file]);
    },

    /** The file whose versions are shown. */
    shown: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => show(undefined),
  };

  /** Files of a moment are announced together. */
  function tell(fresh: readonly StoredFile[]) {
    const before = undo.snapshot() === offered ? offered : undefined;
    if (before === undefined) renewed = new Map();
    for (const file of fresh) renewed.set(file.id, file);
    const files = [...renewed.values()];
    const [only] = files.length === 1 ? files : [];
    const what = only
      ? `${visibleName(only.name)} is now version ${only.version}. Version ${only.version - 1} is still here.`
      : `${files.length.toLocaleString('en')} files have new versions now. The earlier ones are still here.`;
    const calls = files.map((one) => ({ things: [one], operationId: versionOf(one) }));
    const done = undo.offer(calls, what, {
      label: 'Keep both',
      run() {
        const keeping = keepBoth(files, done);
        undo.doing(keeping);
        return keeping;
      },
      ...(only && { more: { label: 'Versions', open: () => show(only) } }),
      ...(before && { before }),
    });
    offered = done;
  }

  /** What became files of their own cannot be made earlier versions again by undoing the upload, but by undoing that. */
  async function keepBoth(files: readonly StoredFile[], done: Done | undefined): Promise<void> {
    if (isKeeping || done === undefined) return;
    isKeeping = true;
    const calls: Call[] = [];
    const kept: StoredFile[] = [];
    const added: StoredFile[] = [];
    let failure: string | undefined;
    for (let at = 0; at < files.length && failure === undefined; at += maxBatchOperations) {
      const things = files.slice(at, at + maxBatchOperations);
      await versions.keepBoth(things).then(
        ({ operationId, files: both }) => {
          calls.push({ things, operationId });
          kept.push(...things);
          added.push(...both.map((one) => one.added));
        },
        (error: unknown) => void (failure = callErrorMessage(error)),
      );
    }
    isKeeping = false;
    if (kept.length > 0) undo.drop(done, kept.map(versionOf));
    undo.did(calls, 'Both versions are files now', placesOf(added));
    if (failure !== undefined) toasts.show(done.title, `The versions could not be separated. ${failure}`);
  }

  function show(file: StoredFile | undefined) {
    shown = file;
    for (const listener of listeners) listener();
  }
}

/** The version that the url names; its operation has the same id. */
function versionOf({ url }: StoredFile): string {
  return url.split('/')[3] ?? '';
}

/** Adds to a map, which forgets the oldest. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value) {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > maxSeen && oldest !== undefined) map.delete(oldest);
}
