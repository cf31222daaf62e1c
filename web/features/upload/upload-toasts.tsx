import { useEffect, useSyncExternalStore } from 'react';
import { messages } from '#contract/messages.ts';
import { FailedBar, ProgressBar } from '../../ui/progress-bar.tsx';
import { Toast, Toasts } from '../../ui/toast.tsx';
import { useMedia } from '../../ui/use-media.ts';
import type { UploadItem, UploadQueue } from './upload-queue.ts';

/** No more toasts than this lie on the page at once; the rest is a number. */
const mostShown = 5;
const mostShownOnPhone = 2;

/** One toast for each upload, at the bottom right. */
export function UploadToasts({ queue }: { queue: UploadQueue }) {
  const { items, kept } = useSyncExternalStore(queue.subscribe, queue.snapshot);
  const moving = items.some(({ state }) => state === 'waiting' || state === 'running');

  useEffect(() => {
    if (!moving) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [moving]);

  const onPhone = useMedia('(max-width: 720px)');
  const shown = mostTelling(items, onPhone ? mostShownOnPhone : mostShown);
  const more = items.length - shown.length;
  return (
    <Toasts label="Uploads">
      {shown.map((item) => (
        <UploadToast key={item.id} item={item} queue={queue} />
      ))}
      {more > 0 ? (
        <Toast
          title={`${more} more`}
          foot={
            <>
              <span>{moving ? 'Waiting' : 'Not kept'}</span>
              <button type="button" onClick={queue.removeAll}>
                {moving ? 'Cancel all' : 'Close all'}
              </button>
            </>
          }
        />
      ) : null}
      <output className="sr-only">{kept > 0 && !moving ? `${kept} ${kept === 1 ? 'file' : 'files'} kept.` : ''}</output>
    </Toasts>
  );
}

function UploadToast({ item, queue }: { item: UploadItem; queue: UploadQueue }) {
  const remove = () => queue.remove(item.id);
  if (item.state === 'failed') {
    return (
      <Toast
        title={item.name}
        alert
        onClose={remove}
        foot={
          <>
            <span>{item.reason}</span>
            {item.again ? (
              <button type="button" onClick={() => queue.retry(item.id)}>
                Retry
              </button>
            ) : null}
          </>
        }
      >
        <FailedBar label={messages.uploadFailed} />
      </Toast>
    );
  }
  return (
    <Toast
      title={item.name}
      leaving={item.state === 'done'}
      foot={
        item.state === 'done' ? (
          <span>Kept</span>
        ) : (
          <>
            <span>{item.state === 'waiting' ? 'Waiting' : 'Uploading'}</span>
            <button type="button" aria-label={`Cancel ${item.name}`} onClick={remove}>
              Cancel
            </button>
          </>
        )
      }
    >
      <ProgressBar name={item.name} value={item.progress} />
    </Toast>
  );
}

/** Those that move first, then those that failed, then those that wait; in their own order. */
function mostTelling(items: readonly UploadItem[], most: number): UploadItem[] {
  const rank = { running: 0, done: 0, failed: 1, waiting: 2 };
  const chosen = items.toSorted((one, other) => rank[one.state] - rank[other.state]).slice(0, most);
  return chosen.toSorted((one, other) => one.id - other.id);
}
