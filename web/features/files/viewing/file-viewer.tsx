import { Suspense, useContext, useEffect, useEffectEvent, useState } from 'react';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { Thumbnail } from '../pictures/thumbnail.tsx';
import { useStaying } from './use-staying.ts';
import type { Viewed } from './use-viewed.ts';
import { ViewerContext, type ViewerProps } from './viewer-context.ts';

type FileViewerProps = Pick<ViewerProps, 'offline' | 'actions' | 'details'> & {
  viewed: Viewed;
  /** What the page shows, in its order; undefined until it is read. */
  files: readonly StoredFile[] | undefined;
  /** Whether more of them may be on their way: one that was not seen yet is waited for. */
  isPartial: boolean;
  /** The file of the address is not among them. */
  onMissing: () => void;
  /** The file that was looked at is no longer among them, and nobody took it away here. */
  onGone: (file: StoredFile) => void;
};

/**
 * The viewer of the files that a page shows, while one of them is looked at. When that goes, as another device may move it
 * to Trash, the one that takes its place is shown.
 */
export function FileViewer({ viewed, isPartial, onMissing, onGone, ...page }: FileViewerProps) {
  const viewerOf = useContext(ViewerContext);
  const [last, setLast] = useState<{ file: StoredFile; at: number }>();
  const { id } = viewed;
  const { files, actions, isTakenHere } = useStaying(id, page);
  const found = files === undefined || id === undefined ? -1 : files.findIndex((file) => file.id === id);
  const file = files?.[found];
  if (file && (file !== last?.file || found !== last.at)) setLast({ file, at: found });
  const isMissing = id !== undefined && files !== undefined && found < 0 && !(isPartial && last === undefined);
  const at = isMissing && last ? Math.min(last.at, files.length - 1) : found;

  const leave = useEffectEvent(() => {
    if (last && last.file.id === id && !isTakenHere(last.file)) onGone(last.file);
    const next = files?.[at];
    if (next) return viewed.step(next.id);
    if (last === undefined) onMissing();
    viewed.close();
  });
  const missing = isMissing ? id : undefined;
  useEffect(() => {
    if (missing !== undefined) leave();
  }, [missing]);

  if (files === undefined || at < 0) return null;
  return (
    <Suspense>
      {viewerOf({
        ...page,
        files,
        actions,
        at,
        onStep: viewed.step,
        onClose: viewed.close,
        thumbnail: thumbnailOf,
      })}
    </Suspense>
  );
}

function thumbnailOf(file: StoredFile) {
  return (
    <span className="thumbnail">
      <Thumbnail file={file} />
    </span>
  );
}
