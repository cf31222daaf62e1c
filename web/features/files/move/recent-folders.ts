import { readLocal, writeLocal } from '#web/ui/browser/local-storage.ts';

const maxRecent = 3;

/** The ids of the folders that a person moved or copied things to on this device, the last one first. */
export function recentFolderIds(account: string): string[] {
  return (readLocal(keyOf(account)) ?? '').split(' ').filter(Boolean);
}

/** Something was moved or copied to a folder; Root is always at hand. */
export function rememberFolder(account: string, id: string | null): void {
  if (id === null) return;
  const others = recentFolderIds(account).filter((one) => one !== id);
  writeLocal(keyOf(account), [id, ...others].slice(0, maxRecent).join(' '));
}

function keyOf(account: string): string {
  return `recent-folders ${account}`;
}
