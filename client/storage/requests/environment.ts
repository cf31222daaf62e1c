import { StorageError } from './storage-error.ts';

/** Throws unsupported-environment when the browser or program lacks one of these. */
export function requireGlobals(names: readonly string[]): void {
  const missing = names.filter((name) => !(name in globalThis) || Reflect.get(globalThis, name) === undefined);
  if (missing.length > 0) throw new StorageError('unsupported-environment', { detail: { missing } });
}
