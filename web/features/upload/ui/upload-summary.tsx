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
  most: number;
};

/** Many uploads in one toast while they run; how many are kept when they have. */
export function UploadSummary({ items, batch, queue, most }: UploadSummaryProps) {
  const { total, kept } = batch;
  if (items.length === 0 && total > most && kept === total) return <Kept key={total} files={kept} />;
  if (items.length <= most) return null;
  const moving = items.some(({ state }) => state !== 'failed' && state !== 'done');
  return (
    <Toast
      title={moving ? `${kept} of ${total} · ${Math.floor(batchProgress(batch) * 100)} %` : `${items.length} not kept`}
      foot={
        <>
          <span>{moving ? 'Uploading' : ''}</span>
          <button type="button" onClick={queue.removeAll}>
            {moving ? 'Cancel all' : 'Close all'}
          </button>
        </>
      }
    />
  );
}

/** Stays for a while and goes by itself. */
function Kept({ files }: { files: number }) {
  const [stage, setStage] = useState<'here' | 'leaving' | 'gone'>('here');
  useEffect(() => {
    const leave = setTimeout(() => setStage('leaving'), toastDelayMs);
    const go = setTimeout(() => setStage('gone'), toastDelayMs + toastFadeMs);
    return () => {
      clearTimeout(leave);
      clearTimeout(go);
    };
  }, []);
  if (stage === 'gone') return null;
  return <Toast title={`${files} files kept`} leaving={stage === 'leaving'} onClose={() => setStage('gone')} />;
}
