import { useEffect, useSyncExternalStore } from 'react';
import { Toasts } from '../../ui/toast.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { batchAnnouncement } from './upload-batch.ts';
import type { UploadItem, UploadQueue } from './upload-queue.ts';
import { UploadSummary } from './upload-summary.tsx';
import { UploadToast } from './upload-toast.tsx';

/** No more toasts than this lie on the page at once; the summary tells of the rest. */
const mostShown = 5;
const mostShownOnPhone = 2;

/** One toast for each upload, at the bottom right, and a summary when there are many. */
export function UploadToasts({ queue }: { queue: UploadQueue }) {
  const { items, batch } = useSyncExternalStore(queue.subscribe, queue.snapshot);
  const moving = items.some(({ state }) => state === 'waiting' || state === 'running' || state === 'paused');

  useEffect(() => {
    if (!moving) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [moving]);

  const most = useMedia('(max-width: 720px)') ? mostShownOnPhone : mostShown;
  const shown = mostTelling(items, most);
  return (
    <Toasts label="Uploads">
      {shown.map((item) => (
        <UploadToast key={item.id} item={item} queue={queue} />
      ))}
      <UploadSummary items={items} batch={batch} queue={queue} most={most} />
      <output className="sr-only">{batchAnnouncement(batch, moving)}</output>
    </Toasts>
  );
}

/** Those that move first, then those that failed, then those that are held or wait; in their own order. */
function mostTelling(items: readonly UploadItem[], most: number): UploadItem[] {
  const chosen: UploadItem[] = [];
  for (const states of [['running', 'done'], ['failed'], ['paused'], ['waiting']]) {
    if (chosen.length < most) chosen.push(...items.filter(({ state }) => states.includes(state)));
  }
  return chosen.slice(0, most).toSorted((one, other) => one.id - other.id);
}
