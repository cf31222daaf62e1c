import { Link } from 'react-router';
import { Button } from '#web/ui/controls/button.tsx';
import { Drawing } from '#web/ui/surfaces/drawing.tsx';
import { EmptyState } from '#web/ui/surfaces/empty-state.tsx';

/** A folder in which nothing matches the filter; the line below its name announces that. */
export function NothingMatches({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <EmptyState
      drawing={
        <Drawing>
          <path d="M30 216h240" />
          <path className="deep" d="M54 128l16-24h84l16 24z" />
          <path className="board" d="M48 128h128v88H48z" />
          <path className="faint" d="M48 140h128" />
          <circle className="sheet" cx="210" cy="112" r="40" />
          <path d="m239 141 32 36" />
        </Drawing>
      }
      title={`Nothing here matches “${text}”.`}
      text="Try fewer letters, or look in all folders."
    >
      <Button onClick={onClear}>Clear the filter</Button>{' '}
      <Link className="link ml-4" to={`/find?${new URLSearchParams({ q: text })}`}>
        Find it everywhere
      </Link>
    </EmptyState>
  );
}
