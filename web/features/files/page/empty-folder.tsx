import { Drawing } from '#web/ui/surfaces/drawing.tsx';
import { EmptyState } from '#web/ui/surfaces/empty-state.tsx';

/** The invitation in an empty folder. */
export function EmptyFolder() {
  return (
    <EmptyState
      drawing={
        <Drawing>
          <path d="M18 214h264" />
          <path className="deep" d="M62 108l20-28h142l22 28z" />
          <path className="board" d="M56 108h196v106H56z" />
          <path className="faint" d="M56 122h196" />
          <path className="sheet" d="M112 142h84v34h-84z" />
          <path className="faint" d="M126 159h34" />
          <path className="board" d="M72 54l158-26 5 27-158 26z" />
          <path className="faint" d="M75 68l157-26" />
          <path className="corner" d="M196 108h18v46l-9-8-9 8z" />
          <path className="thread" d="M24 60l14 6M40 32l8 12M262 78l16-5" />
        </Drawing>
      }
      title="This folder is empty."
      text="Drop files anywhere on this page, or choose them with New File. New Folder adds a folder inside this one."
    />
  );
}
