import { useRef, useState } from 'react';
import type { File as StoredFile } from '#contract/records/entries.ts';
import type { ViewerProps } from './viewer-context.ts';

type Shown = Pick<ViewerProps, 'actions'> & { files: readonly StoredFile[] | undefined };

type Staying = Shown & {
  /** Whether a file that left was moved to Trash in the viewer. */
  isTakenHere: (file: StoredFile) => boolean;
};

/**
 * What a page shows, with the file that is looked at: one that leaves Starred with its star stays at its place until another
 * one is looked at.
 */
export function useStaying(id: string | undefined, { files, actions }: Shown): Staying {
  const taken = useRef<string>(undefined);
  const [starred, setStarred] = useState<{ file: StoredFile; at: number }>();
  const listed = files?.find((file) => file.id === starred?.file.id);
  // A page that shows what was done needs nothing more.
  if (starred && (starred.file.id !== id || listed?.starred === starred.file.starred)) setStarred(undefined);
  const staying = starred?.file.id === id && listed === undefined ? starred : undefined;
  return {
    isTakenHere: ({ id: gone }) => taken.current === gone,
    files: staying ? files?.toSpliced(staying.at, 0, staying.file) : files,
    actions: {
      ...actions,
      star(file) {
        const at = staying?.at ?? files?.findIndex((one) => one.id === file.id) ?? 0;
        setStarred({ file: { ...file, starred: !file.starred }, at });
        actions.star(file);
      },
      moveToTrash(file) {
        taken.current = file.id;
        setStarred(undefined);
        actions.moveToTrash(file);
      },
    },
  };
}
