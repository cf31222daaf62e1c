import { readLocal, writeLocal } from '#web/ui/browser/local-storage.ts';

const key = 'recent-folders';
const maxRecent = 3;

/** The ids of the folders that things were moved or copied to on this device, the last one first. */
export function recentFolderIds(): string[] {
  return (readLocal(key) ?? '').split(' ').filter(Boolean);
}

/** Something was moved or copied to a folder; Root is always at hand. */
export function rememberFolder(id: string | null): void {
  if (id === null) return;
  const others = recentFolderIds().filter((one) => one !== id);
  writeLocal(key, [id, ...others].slice(0, maxRecent).join(' '));
}
