import { Link, useLocation } from 'react-router';
import { counted } from '#contract/texts/amounts.ts';
import { Toast } from '#web/ui/overlays/toast.tsx';
import { useLeaveWarning } from './leave-warning.ts';

type HeldUploadsProps = { count: number; onDiscard: () => void };

/** Uploads that wait for the same person to log in again. Leaving the page loses them. */
export function HeldUploads({ count, onDiscard }: HeldUploadsProps) {
  const { pathname } = useLocation();
  useLeaveWarning(true);
  return (
    <Toast
      title={`${counted(count, 'upload')} paused`}
      foot={
        <>
          <span />
          {pathname === '/login' ? null : <Link to="/login">Log in</Link>}
          <button type="button" onClick={onDiscard}>
            Discard
          </button>
        </>
      }
    >
      <p>You were logged out. Log in to continue {count === 1 ? 'this upload' : 'these uploads'}.</p>
    </Toast>
  );
}
