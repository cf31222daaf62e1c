import { useCallback, useState } from 'react';
import { toastDelayMs, toastFadeMs } from '#contract/display.ts';
import { counted } from '#contract/texts/amounts.ts';
import { ProgressBar } from '#web/ui/controls/progress-bar.tsx';
import { Toast } from '#web/ui/overlays/toast.tsx';
import { useToastEnd } from '#web/ui/overlays/toast-end.ts';
import { batchProgress, type UploadBatch } from '../queue/upload-batch.ts';
import type { UploadItem } from '../queue/upload-item.ts';
import type { UploadQueue } from '../queue/upload-queue.ts';
import type { UploadTree } from '../tree/upload-tree.ts';
import { waitingForServer } from './upload-toast.tsx';
import { useTimeLeft } from './use-time-left.ts';

type UploadSummaryProps = {
  items: readonly UploadItem[];
  batch: UploadBatch;
  /** Whether something is still to be uploaded, also of a folder whose files are not among the items yet. */
  running: boolean;
  queue: UploadQueue;
  trees: Pick<UploadTree, 'cancel' | 'pause' | 'resume'>;
  /** How many uploads have a toast of their own. */
  maxShown: number;
  offline: boolean;
  /** Shows what was uploaded, in its folder. */
  onShow: () => void;
};

/** Many uploads in one toast while they run; afterwards, how many files were uploaded. */
export function UploadSummary({ items, batch, running, queue, trees, maxShown, offline, onShow }: UploadSummaryProps) {
  const { total, uploaded, sentBytes, totalBytes } = batch;
  const isMoving = !offline && items.some(({ state }) => state === 'running');
  const timeLeft = useTimeLeft(sentBytes, totalBytes, isMoving);
  if (!running && items.length === 0 && total > 0 && uploaded === total)
    return <AllUploaded key={total} files={uploaded} onShow={onShow} />;
  if (items.length <= maxShown) return null;
  const failed = items.filter(({ state }) => state === 'failed').length;
  const isOver = !running && failed > 0;
  const isPaused = items.some(({ state }) => state === 'paused') && !items.some(isUnderWay);
  return (
    <Toast
      title={
        isOver
          ? `${counted(failed, 'file')} not uploaded`
          : `${uploaded.toLocaleString('en')} of ${total.toLocaleString('en')} uploaded`
      }
      foot={
        <>
          <span>{running ? stateText() : ''}</span>
          {running ? (
            <button type="button" onClick={isPaused ? resumeAll : pauseAll}>
              {isPaused ? 'Resume all' : 'Pause all'}
            </button>
          ) : null}
          {isOver && items.some(({ canRetry }) => canRetry) ? (
            <button type="button" onClick={queue.retryAll}>
              Retry all
            </button>
          ) : null}
          {running || isOver ? (
            <button type="button" onClick={removeAll}>
              {isOver ? 'Close all' : 'Cancel all'}
            </button>
          ) : null}
        </>
      }
    >
      {isOver ? null : <ProgressBar name="All uploads" value={batchProgress(batch)} paused={!isMoving} />}
    </Toast>
  );

  function pauseAll() {
    trees.pause();
    queue.pauseAll();
  }

  function resumeAll() {
    trees.resume();
    queue.resumeAll();
  }

  function removeAll() {
    if (!isOver) trees.cancel();
    queue.removeAll();
  }

  function stateText(): string {
    if (isPaused) return 'Paused';
    return offline ? waitingForServer : (timeLeft ?? 'Uploading');
  }
}

const isUnderWay = ({ state }: UploadItem) => state === 'running' || state === 'waiting';

/** Stays for a while and goes by itself. */
function AllUploaded({ files, onShow }: { files: number; onShow: () => void }) {
  const [isGone, setGone] = useState(false);
  const go = useCallback(() => setGone(true), []);
  const { leaving, focus } = useToastEnd(go, { delayMs: toastDelayMs, fadeMs: toastFadeMs });
  if (isGone) return null;
  const show = () => {
    go();
    onShow();
  };
  return (
    <div {...focus}>
      <Toast
        title={`${counted(files, 'file')} uploaded`}
        leaving={leaving}
        onClose={go}
        foot={
          <>
            <span />
            <button type="button" onClick={show}>
              Show
            </button>
          </>
        }
      />
    </div>
  );
}
