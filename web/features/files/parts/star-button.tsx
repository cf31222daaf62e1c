import './star.css';
import { visibleName } from '#contract/names/names.ts';
import type { Folder, File as StoredFile } from '#contract/records/entries.ts';
import { StarIcon } from '#web/ui/icons/icons.tsx';

type StarButtonProps = {
  entry: Folder | StoredFile;
  tabIndex: number;
  disabled: boolean;
  onStar: () => void;
};

/** Stars an entry, or takes the star from it. */
export function StarButton({ entry, tabIndex, disabled, onStar }: StarButtonProps) {
  return (
    <button
      type="button"
      className="star-button"
      aria-label={`Star ${visibleName(entry.name)}`}
      aria-pressed={entry.starred}
      tabIndex={tabIndex}
      disabled={disabled}
      onClick={onStar}
    >
      <StarIcon />
    </button>
  );
}
