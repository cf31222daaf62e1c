import { useEffect, useSyncExternalStore } from 'react';
import { useMedia } from '#web/ui/browser/use-media.ts';
import { batchAnnouncement } from '../queue/upload-batch.ts';
import { isOnItsWay, type UploadItem } from '../queue/upload-item.ts';
import type { UploadQueue } from '../queue/upload-queue.ts';
import { LostUploads } from './lost-uploads.tsx';
import { UploadSummary } from './upload-summary.tsx';
import { UploadToast } from './upload-toast.tsx';

/** Up to so many uploads have a toast each; of more, a summary tells, and fewer lie beside it. */
const mostShown = 5;
const mostShownOnPhone = 2;
const besideSummary = 3;

/** One toast for each upload, and a summary when there are many. */
export function UploadToasts({ queue }: { queue: UploadQueue }) {
  const { items: all, batch } = useSyncExternalStore(queue.subscribe, queue.snapshot);
  const items = all.filter(({ state }) => state !== 'lost');
  const moving = items.some(isOnItsWay);

  useEffect(() => {
    if (!moving) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [moving]);

  const onPhone = useMedia('(max-width: 720px)');
  const most = onPhone ? mostShownOnPhone : mostShown;
  const shown = items.length > most ? besideASummary(items, onPhone) : items;
  return (
    <>
      <LostUploads items={all.filter(({ state }) => state === 'lost')} queue={queue} />
      {shown.map((item) => (
        <UploadToast key={item.id} item={item} queue={queue} />
      ))}
      <UploadSummary items={items} batch={batch} queue={queue} most={most} />
      <output className="sr-only">{batchAnnouncement(batch, moving)}</output>
    </>
  );
}

/** Those that failed first, then those that move or are held, in their own order; on a phone only what failed. */
function besideASummary(items: readonly UploadItem[], onPhone: boolean): UploadItem[] {
  const chosen = items.filter(({ state }) => state === 'failed');
  if (!onPhone && chosen.length < besideSummary)
    chosen.push(...items.filter(({ state }) => state !== 'failed' && state !== 'waiting'));
  return chosen.slice(0, onPhone ? mostShownOnPhone : besideSummary).toSorted((one, other) => one.id - other.id);
}
