import { Suspense, useContext, useEffect, useEffectEvent, useRef } from 'react';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { Thumbnail } from '../pictures/thumbnail.tsx';
import type { Viewed } from './use-viewed.ts';
import { ViewerContext, type ViewerProps } from './viewer-context.ts';

type FileViewerProps = Pick<ViewerProps, 'offline' | 'actions' | 'details'> & {
  viewed: Viewed;
  /** What the page shows, in its order; undefined until it is read. */
  files: readonly StoredFile[] | undefined;
  /** Whether more of them are on their way. */
  isPartial: boolean;
  /** The file of the address is not among them. */
  onMissing: () => void;
};

/**
 * The viewer of the files that a page shows, while one of them is looked at. When that goes, as another device may move it
 * to Trash, the one that takes its place is shown.
 */
export function FileViewer({ viewed, files, isPartial, onMissing, ...rest }: FileViewerProps) {
  const viewerOf = useContext(ViewerContext);
  const lastAt = useRef<number>(undefined);
  const { id } = viewed;
  const at = files === undefined || id === undefined ? -1 : files.findIndex((file) => file.id === id);
  const isMissing = id !== undefined && files !== undefined && at < 0 && !isPartial;

  const leave = useEffectEvent(() => {
    const next = lastAt.current === undefined ? undefined : files?.[Math.min(lastAt.current, files.length - 1)];
    if (next) return viewed.step(next.id);
    if (lastAt.current === undefined) onMissing();
    viewed.close();
  });
  useEffect(() => {
    lastAt.current = at >= 0 ? at : id === undefined ? undefined : lastAt.current;
    if (isMissing) leave();
  }, [id, at, isMissing]);

  if (files === undefined || at < 0) return null;
  return (
    <Suspense>
      {viewerOf({ ...rest, files, at, onStep: viewed.step, onClose: viewed.close, thumbnail: thumbnailOf })}
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
