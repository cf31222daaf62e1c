import './moment.css';
import { dayText, timeText } from '#web/ui/browser/day-text.ts';

/** A moment, in milliseconds since the epoch, as its day, and its time where there is room. */
export function Moment({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()}>
      {dayText(at)}
      <span className="moment__time">, {timeText(at)}</span>
    </time>
  );
}
