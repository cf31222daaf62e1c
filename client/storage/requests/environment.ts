import { StorageError } from './storage-error.ts';

/** Throws unsupported-environment if the browser or runtime lacks one of these globals. */
export function requireGlobals(names: readonly string[]): void {
  const missing = names.filter((name) => !(name in globalThis) || Reflect.get(globalThis, name) === undefined);
  if (missing.length > 0) throw new StorageError('unsupported-environment', { detail: { missing } });
}
