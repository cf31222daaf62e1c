import { useEffect, useState } from 'react';
import { visibleName } from '#contract/names/names.ts';
import type { Folder, File as StoredFile } from '#contract/records/entries.ts';
import type { Destination, WhyNot } from './folder-tree.ts';
import { recentFolderIds } from './recent-folders.ts';

type RecentChoicesProps = {
  account: string;
  read: (id: string) => Promise<Folder | StoredFile>;
  chosen: string | null | undefined;
  why: WhyNot;
  onChoose: (to: Destination) => void;
};

/** The folders that things went to last, as far as they still exist and can be chosen. */
export function RecentChoices({ account, read, chosen, why, onChoose }: RecentChoicesProps) {
  const [folders, setFolders] = useState<readonly Folder[]>([]);

  useEffect(() => {
    let left = false;
    void Promise.allSettled(recentFolderIds(account).map(read)).then((all) => {
      if (!left)
        setFolders(all.flatMap((one) => (one.status === 'fulfilled' && 'path' in one.value ? [one.value] : [])));
    });
    return () => {
      left = true;
    };
  }, [account, read]);

  const shown = folders.filter(({ id, path }) => why(id, path) === undefined);
  if (shown.length === 0) return null;
  return (
    <section className="recent-folders" aria-label="Recent folders">
      <h3>Recent</h3>
      {shown.map(({ id, name }) => (
        <button key={id} type="button" aria-pressed={id === chosen} dir="auto" onClick={() => onChoose({ id, name })}>
          {visibleName(name)}
        </button>
      ))}
    </section>
  );
}
