import { useContext, useLayoutEffect, useSyncExternalStore } from 'react';
import { useMedia } from '#web/ui/browser/use-media.ts';
import { PointedContext } from '#web/ui/overlays/toast-end.ts';
import { batchAnnouncement } from '../queue/upload-batch.ts';
import { isUnfinished } from '../queue/upload-item.ts';
import type { UploadQueue } from '../queue/upload-queue.ts';
import type { UploadTree } from '../tree/upload-tree.ts';
import { besideSummary, maxShownOnPhone } from './beside-summary.ts';
import { InterruptedUploads } from './interrupted-uploads.tsx';
import { useLeaveWarning } from './leave-warning.ts';
import { UploadSummary } from './upload-summary.tsx';
import { UploadToast } from './upload-toast.tsx';

/** Up to so many uploads have a toast each; more are summed up in one, with fewer beside it. */
const maxShown = 5;

type UploadToastsProps = {
  queue: UploadQueue;
  trees: Pick<UploadTree, 'isRunning' | 'subscribe' | 'cancel' | 'pause' | 'resume'>;
  offline: boolean;
  /** Shows what was uploaded together, in its folder. */
  onShow: () => void;
};

/** One toast for each upload, and a summary when there are many. */
export function UploadToasts({ queue, trees, offline, onShow }: UploadToastsProps) {
  const { items: all, batch } = useSyncExternalStore(queue.subscribe, queue.snapshot);
  const items = all.filter(({ state }) => state !== 'interrupted');
  const areTreesRunning = useSyncExternalStore(trees.subscribe, trees.isRunning);
  const running = areTreesRunning || items.some(isUnfinished);
  const pointed = useContext(PointedContext);

  useLayoutEffect(() => queue.hold(pointed), [queue, pointed]);
  useLeaveWarning(running);
  const onPhone = useMedia('(max-width: 720px)');
  const max = onPhone ? maxShownOnPhone : maxShown;
  const shown = items.length > max ? besideSummary(items, onPhone) : items;
  return (
    <>
      <InterruptedUploads items={all.filter(({ state }) => state === 'interrupted')} queue={queue} />
      {shown.map((item) => (
        <UploadToast key={item.id} item={item} queue={queue} offline={offline} />
      ))}
      <UploadSummary {...{ items, batch, running, queue, trees, offline, onShow }} maxShown={max} />
      <output className="sr-only">{batchAnnouncement(batch, running)}</output>
    </>
  );
}
