/**
 * The names of the folders that an entry lies in, and its own; undefined for a name that leads elsewhere: out of the folder
 * (`..`), to the top (`/`), or to another drive (`C:`), and for one with a NUL. Steps that lead nowhere (`a//b`, `./a`) are left out.
 */
export function pathOf(name: string): string[] | undefined {
  if (name.includes('\0') || name.startsWith('/') || /^[a-z]:/i.test(name)) return undefined;
  const names = name.split('/').filter((part) => part !== '' && part !== '.');
  return names.length === 0 || names.includes('..') ? undefined : names;
}
