import { visibleName } from '#contract/names/names.ts';
import { messages } from '#contract/specification-messages.ts';
import { partText } from '#contract/texts/amounts.ts';
import { FailedBar, ProgressBar } from '#web/ui/controls/progress-bar.tsx';
import { Toast } from '#web/ui/overlays/toast.tsx';
import type { UploadItem } from '../queue/upload-item.ts';
import type { UploadQueue } from '../queue/upload-queue.ts';
import { useTimeLeft } from './use-time-left.ts';

/** From here on, a percent is so much that the amount is told as well. */
const minAmountBytes = 10_000_000;

/** An upload: its name, its progress, and what can be done about it. */
export function UploadToast({ item, queue, offline }: { item: UploadItem; queue: UploadQueue; offline: boolean }) {
  const { id, state, progress, size } = item;
  const isMoving = state === 'running' && !offline;
  const timeLeft = useTimeLeft(progress * size, size, isMoving);
  const name = visibleName(item.name);
  if (state === 'failed' || state === 'interrupted') return <FailedToast item={item} queue={queue} />;
  return (
    <Toast
      title={name}
      leaving={state === 'done'}
      foot={
        state === 'done' ? (
          <span>Uploaded</span>
        ) : (
          <>
            <span>
              {size < minAmountBytes ? null : <span className="block">{partText(progress * size, size)}</span>}
              {offline && state !== 'paused' ? waitingForServer : (timeLeft ?? stateText(state, progress))}
            </span>
            {state === 'paused' ? (
              <button type="button" aria-label={`Resume ${name}`} onClick={() => queue.resume(id)}>
                Resume
              </button>
            ) : (
              <button type="button" aria-label={`Pause ${name}`} onClick={() => queue.pause(id)}>
                Pause
              </button>
            )}
            <button type="button" aria-label={`Cancel ${name}`} onClick={() => queue.remove(id)}>
              Cancel
            </button>
          </>
        )
      }
    >
      <ProgressBar name={name} value={progress} paused={state === 'paused' || offline} />
    </Toast>
  );
}

export const waitingForServer = 'Waiting for the server';

const stateWords = { waiting: 'Waiting', running: 'Uploading', paused: 'Paused' };

function stateText(state: keyof typeof stateWords, progress: number): string {
  return state === 'running' && progress >= 1 ? 'Finishing' : stateWords[state];
}

function FailedToast({ item, queue }: { item: UploadItem; queue: UploadQueue }) {
  const { id, reason, canRetry } = item;
  const name = visibleName(item.name);
  return (
    <Toast
      title={name}
      alert
      onClose={() => queue.remove(id)}
      foot={
        <>
          <span>{reason}</span>
          {canRetry ? (
            <button type="button" aria-label={`Retry ${name}`} onClick={() => queue.retry(id)}>
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
