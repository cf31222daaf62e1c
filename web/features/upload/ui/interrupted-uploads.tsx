import { useRef } from 'react';
import { visibleName } from '#contract/names/names.ts';
import { Toast } from '#web/ui/overlays/toast.tsx';
import { canPickHandles, pickFiles } from '../queue/file-handles.ts';
import type { UploadItem } from '../queue/upload-item.ts';
import type { UploadQueue } from '../queue/upload-queue.ts';

/** Uploads of an earlier page whose bytes this one does not have, and the ways to resume them. */
export function InterruptedUploads({ items, queue }: { items: readonly UploadItem[]; queue: UploadQueue }) {
  const input = useRef<HTMLInputElement>(null);
  const [first] = items;
  if (first === undefined) return null;
  const needsPermission = items.some(({ needs }) => needs === 'permission');

  async function choose() {
    if (canPickHandles()) queue.resumeInterrupted(await pickFiles(queue.addUnreadable));
    else input.current?.click();
  }

  return (
    <Toast
      title={items.length === 1 ? visibleName(first.name) : `${items.length.toLocaleString('en')} interrupted uploads`}
      alert
      foot={
        <>
          <span />
          {needsPermission ? (
            <button type="button" onClick={() => void queue.requestPermission()}>
              Resume
            </button>
          ) : (
            <button type="button" onClick={() => void choose()}>
              Choose again
            </button>
          )}
          <button type="button" onClick={queue.discardInterrupted}>
            Discard
          </button>
        </>
      }
    >
      <p>
        {needsPermission
          ? 'The page was closed before the upload was complete. To resume it, allow the browser to read the files again.'
          : 'The page was closed before the upload was complete. To resume it, choose the same files again.'}
      </p>
      <input
        ref={input}
        className="sr-only"
        type="file"
        multiple
        tabIndex={-1}
        aria-label="Choose the files again"
        onChange={({ currentTarget }) => {
          queue.resumeInterrupted(Array.from(currentTarget.files ?? []));
          currentTarget.value = '';
        }}
      />
    </Toast>
  );
}
