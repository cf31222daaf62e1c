import { useEffect, useState } from 'react';
import { toastDelayMs, toastFadeMs } from '#contract/display.ts';
import { Toast } from '#web/ui/overlays/toast.tsx';
import { batchProgress, type UploadBatch } from '../queue/upload-batch.ts';
import type { UploadItem } from '../queue/upload-item.ts';
import type { UploadQueue } from '../queue/upload-queue.ts';

type UploadSummaryProps = {
  items: readonly UploadItem[];
  batch: UploadBatch;
  queue: UploadQueue;
  /** How many uploads have a toast of their own. */
  maxShown: number;
};

/** Many uploads in one toast while they run; afterwards, how many files were uploaded. */
export function UploadSummary({ items, batch, queue, maxShown }: UploadSummaryProps) {
  const { total, uploaded } = batch;
  if (items.length === 0 && total > maxShown && uploaded === total) return <AllUploaded key={total} files={uploaded} />;
  if (items.length <= maxShown) return null;
  const running = items.some(({ state }) => state !== 'failed' && state !== 'done');
  return (
    <Toast
      title={
        running
          ? `${uploaded} of ${total} · ${Math.floor(batchProgress(batch) * 100)}%`
          : `${items.length} files not uploaded`
      }
      foot={
        <>
          <span>{running ? 'Uploading' : ''}</span>
          <button type="button" onClick={queue.removeAll}>
            {running ? 'Cancel all' : 'Close all'}
          </button>
        </>
      }
    />
  );
}

/** Stays for a while and goes by itself. */
function AllUploaded({ files }: { files: number }) {
  const [stage, setStage] = useState<'shown' | 'leaving' | 'gone'>('shown');
  useEffect(() => {
    const leave = setTimeout(() => setStage('leaving'), toastDelayMs);
    const go = setTimeout(() => setStage('gone'), toastDelayMs + toastFadeMs);
    return () => {
      clearTimeout(leave);
      clearTimeout(go);
    };
  }, []);
  if (stage === 'gone') return null;
  return <Toast title={`${files} files uploaded`} leaving={stage === 'leaving'} onClose={() => setStage('gone')} />;
}
