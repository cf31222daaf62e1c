import { useRef } from 'react';
import { Toast } from '#web/ui/overlays/toast.tsx';
import { canPickHandles, pickFiles } from '../queue/file-handles.ts';
import type { UploadItem } from '../queue/upload-item.ts';
import type { UploadQueue } from '../queue/upload-queue.ts';

/** Uploads of an earlier page whose bytes the browser has no longer: what they want, and the way to give it. */
export function LostUploads({ items, queue }: { items: readonly UploadItem[]; queue: UploadQueue }) {
  const input = useRef<HTMLInputElement>(null);
  const [first] = items;
  if (first === undefined) return null;
  const toAllow = items.filter(({ wants }) => wants === 'permission').length;

  async function choose() {
    if (canPickHandles()) queue.find(await pickFiles());
    else input.current?.click();
  }

  return (
    <Toast
      title={items.length === 1 ? first.name : `${items.length} uploads wait`}
      alert
      foot={
        <>
          <span />
          {toAllow > 0 ? (
            <button type="button" onClick={() => void queue.allow()}>
              Go on
            </button>
          ) : (
            <button type="button" onClick={() => void choose()}>
              Choose again
            </button>
          )}
          <button type="button" onClick={queue.giveUpLost}>
            Give up
          </button>
        </>
      }
    >
      <p>
        {toAllow > 0
          ? 'This page was closed before the end. Let it read the files again.'
          : 'This page was closed before the end. Choose the same files again; what is there is not sent twice.'}
      </p>
      <input
        ref={input}
        className="sr-only"
        type="file"
        multiple
        tabIndex={-1}
        aria-label="Choose the files again"
        onChange={({ currentTarget }) => {
          queue.find(Array.from(currentTarget.files ?? []));
          currentTarget.value = '';
        }}
      />
    </Toast>
  );
}
