import { Drawing } from '#web/ui/surfaces/drawing.tsx';
import { EmptyState } from '#web/ui/surfaces/empty-state.tsx';

/** Trash with nothing in it. */
export function EmptyTrash() {
  return (
    <EmptyState
      drawing={
        <Drawing>
          <path d="M30 216h240" />
          <path className="board" d="M86 84h128l-16 132h-96z" />
          <path
            className="faint"
            d="M84 84h132M92 116h116M96 150h108M100 184h100M118 84l10 132M150 84v132M182 84l-10 132"
          />
          <path className="sheet" d="M78 72h144v14H78z" />
          <path className="corner" d="M232 196h26v20h-26z" transform="rotate(-14 240 200)" />
        </Drawing>
      }
      title="Trash is empty."
      text="What you move to Trash stays here for 30 days."
    />
  );
}
