import './entry-menu.css';
import { visibleName } from '#contract/names/names.ts';
import { MoreIcon } from '#web/ui/icons/icons.tsx';

/** The button with three dots of a folder or file; `data-more` carries its id for the click handler above. */
export function MoreButton({ id, name, stop }: { id: string; name: string; stop: boolean }) {
  return (
    <button
      type="button"
      className="more"
      aria-label={`More actions for ${visibleName(name)}`}
      aria-haspopup="menu"
      data-more={id}
      tabIndex={stop ? 0 : -1}
    >
      <MoreIcon />
    </button>
  );
}
