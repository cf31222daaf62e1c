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
          <path className="deep" d="M82 128l16-22h104l16 22z" />
          <path className="board" d="M76 128h148v88H76z" />
          <path className="faint" d="M76 140h148" />
          <circle className="sheet" cx="146" cy="78" r="38" />
          <path d="m173 105 34 34" />
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
