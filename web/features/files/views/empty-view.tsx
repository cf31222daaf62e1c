import { Drawing } from '#web/ui/surfaces/drawing.tsx';
import { EmptyState } from '#web/ui/surfaces/empty-state.tsx';

const texts = {
  starred: {
    title: 'Nothing is starred.',
    text: 'Star a folder or file in its menu, and it appears here.',
  },
  recent: { title: 'Nothing here yet.', text: 'Files that you upload appear here, the newest first.' },
};

/** A view with nothing in it. */
export function EmptyView({ view }: { view: keyof typeof texts }) {
  return (
    <EmptyState
      drawing={
        <Drawing>
          <path d="M30 216h240" />
          <path className="board" d="M70 96h160v120H70z" />
          <path className="faint" d="M70 132h160" />
          <path
            className="sheet"
            d="m150 44 12.6 27.4 30 3.4-22.3 20.3 6.1 29.6L150 109.9l-26.4 14.8 6.1-29.6-22.3-20.3 30-3.4z"
          />
        </Drawing>
      }
      {...texts[view]}
    />
  );
}
