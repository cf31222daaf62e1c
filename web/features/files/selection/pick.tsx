import './pick.css';
import { visibleName } from '#contract/names/names.ts';
import { CheckIcon } from '#web/ui/icons/icons.tsx';
import { useIsResult } from '../listing/results.ts';
import { useIsCut, useIsSelected } from './selection-context.ts';

/** The tick of a tile or row; `data-pick` carries its id for the click handler above. */
export function Pick({ id, name, stop }: { id: string; name: string; stop: boolean }) {
  const selected = useIsSelected(id);
  const cut = useIsCut(id);
  const result = useIsResult(id);
  return (
    <button
      type="button"
      className="pick"
      role="checkbox"
      aria-checked={selected}
      aria-label={`Select ${visibleName(name)}`}
      data-pick={id}
      data-cut={cut || undefined}
      data-result={result || undefined}
      tabIndex={stop ? 0 : -1}
    >
      <CheckIcon />
    </button>
  );
}
