import { Link } from 'react-router';
import { buttonClass } from '#web/ui/controls/button.tsx';
import { Drawing } from '#web/ui/surfaces/drawing.tsx';
import { EmptyState } from '#web/ui/surfaces/empty-state.tsx';

/** Any address without a page. */
export function NotFoundPage() {
  return (
    <>
      <title>Not found · Keepsake</title>
      <EmptyState
        isPage
        drawing={<LoosePrint />}
        title="This page is not in the album."
        text="The link may be old, or it leads to something that was moved or that belongs to someone else. Your own files are safe."
      >
        <Link className={buttonClass({ variant: 'primary' })} to="/task">
          Go to Root
        </Link>
      </EmptyState>
    </>
  );
}

/** A print that slipped out of the photo corners of its page. */
function LoosePrint() {
  return (
    <Drawing viewBox="0 0 320 250">
      <path className="sheet" d="M18 18h240v176H18z" />
      <path className="faint" d="M38 18v176" />
      <path strokeDasharray="2 7" d="M72 48h148v108H72z" />
      <path className="corner" d="M66 42h32l-32 32zM226 42h-32l32 32zM66 162h32l-32-32z" />
      <g transform="rotate(17 210 170)">
        <path className="sheet" d="M146 126h140v102H146z" />
        <path className="wash" d="M155 135h122v76H155z" />
        <path className="cloth-fill" d="M155 211v-16l30-30 22 20 32-38 38 42v22z" />
        <path d="M155 195l30-30 22 20 32-38 38 42" />
        <circle cx="182" cy="150" r="7" />
      </g>
      <path className="corner" d="M0 0h32l-32 32z" transform="translate(292 66) rotate(28)" />
    </Drawing>
  );
}
