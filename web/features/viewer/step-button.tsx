import { visibleName } from '#contract/names/names.ts';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { NextIcon } from '#web/ui/icons/icons.tsx';
import { PreviousIcon } from '#web/ui/icons/viewer-icons.tsx';

type StepButtonProps = { way: 'Previous' | 'Next'; to: StoredFile | undefined; onStep: (id: string) => void };

/** Leads to a file beside the one that is shown. At an end it stays, so that the focus does, and does nothing. */
export function StepButton({ way, to, onStep }: StepButtonProps) {
  return (
    <button
      type="button"
      className={way === 'Next' ? 'viewer__step viewer__step--next' : 'viewer__step'}
      aria-label={to ? `${way}: ${visibleName(to.name)}` : way}
      aria-disabled={to === undefined}
      onClick={() => to && onStep(to.id)}
    >
      {way === 'Next' ? <NextIcon className="ic--24" /> : <PreviousIcon className="ic--24" />}
    </button>
  );
}
