import './star.css';
import { StarIcon } from '#web/ui/icons/icons.tsx';

/** Stands after the name of what is starred. */
export function StarMark() {
  return (
    <span className="star-mark">
      <StarIcon />
      <span className="sr-only">Starred</span>
    </span>
  );
}
