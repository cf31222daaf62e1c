import { useSyncExternalStore } from 'react';
import { visibleName } from '#contract/names/names.ts';
import type { Unpacking } from '#contract/records/unpackings.ts';
import { ProgressBar } from '#web/ui/controls/progress-bar.tsx';
import { Toast } from '#web/ui/overlays/toast.tsx';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import { callErrorMessage } from '../parts/name-error.tsx';
import { countsText } from './unpacking-texts.ts';
import type { Unpackings } from './unpackings.ts';

type UnpackingToastsProps = { unpackings: Unpackings; toasts: Pick<Toasts, 'show'> };

/** One toast for each archive that is being unpacked. */
export function UnpackingToasts({ unpackings, toasts }: UnpackingToastsProps) {
  const running = useSyncExternalStore(unpackings.subscribe, unpackings.snapshot);
  return running.map((one) => {
    const name = visibleName(one.name);
    const stop = () =>
      unpackings.stop(one.id).catch((error: unknown) => toasts.show(name, `Not stopped. ${callErrorMessage(error)}`));
    return (
      <Toast
        key={one.id}
        title={name}
        foot={
          <>
            <span>{`Unpacking ${countsText(one)}`}</span>
            <button type="button" aria-label={`Stop unpacking ${name}`} onClick={() => void stop()}>
              Stop
            </button>
          </>
        }
      >
        <ProgressBar name={`Unpacking ${name}`} value={shareDone(one)} />
      </Toast>
    );
  });
}

/** By what is more of it: bytes, or the number of small files. */
function shareDone({ bytes, entries }: Unpacking): number {
  const { done, total } = bytes.total === 0 ? entries : bytes;
  return total === 0 ? 1 : Math.min(1, done / total);
}
