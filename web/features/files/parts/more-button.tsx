import './entry-menu.css';
import { MoreIcon } from '#web/ui/icons/icons.tsx';

/** The three dots of a folder or file; who holds them hears of a press by `data-more`. */
export function MoreButton({ id, name, stop }: { id: string; name: string; stop: boolean }) {
  return (
    <button
      type="button"
      className="more"
      aria-label={`More about ${name}`}
      aria-haspopup="dialog"
      data-more={id}
      tabIndex={stop ? 0 : -1}
    >
      <MoreIcon />
    </button>
  );
}
