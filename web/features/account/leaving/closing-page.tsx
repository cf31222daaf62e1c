import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { dayText } from '#web/ui/browser/day-text.ts';
import { useNow } from '#web/ui/browser/use-now.ts';
import { Button } from '#web/ui/controls/button.tsx';
import picture from '#web/ui/pictures/birch.webp';
import { errorCode } from '../login/account-error.ts';
import { AccountFrame } from '../login/account-frame.tsx';
import { FailureNotice } from '../login/failure-notice.tsx';
import { useSession, useUser } from '../session/session-context.ts';

/** `/closing`: all that is there for somebody whose account waits to be deleted. */
export function ClosingPage() {
  const session = useSession();
  const user = useUser();
  const now = useNow();
  const navigate = useNavigate();
  const [running, setRunning] = useState<'keep' | 'leave'>();
  const [failure, setFailure] = useState<unknown>();

  async function run(what: 'keep' | 'leave', work: () => Promise<void>) {
    setRunning(what);
    setFailure(undefined);
    await work().catch((error: unknown) => {
      setFailure(error);
      setRunning(undefined);
    });
  }

  const keep = () =>
    run('keep', async () => {
      await session.account.keepAccount();
      // Loads the app anew, which asks who is logged in.
      location.assign('/dashboard');
    });
  const leave = () =>
    run('leave', async () => {
      await session.logOut();
      await navigate('/login', { replace: true });
    });

  if (user === undefined) return <output className="sr-only">Opening Keepsake</output>;
  if (user === null) return <Navigate to="/login" replace />;
  if (user.closesAt === undefined) return <Navigate to="/dashboard" replace />;
  const isOver = user.closesAt <= now || errorCode(failure) === 'account-closing';
  const texts = isOver
    ? {
        title: 'This account is being deleted',
        lead: 'You closed it, and the time in which you could keep it is over. Nobody can bring it back.',
      }
    : {
        title: `This account will be deleted on ${dayText(user.closesAt)}`,
        lead: 'You closed it. Until then everything is as it was, and you can keep it. Afterwards nobody can bring it back.',
      };
  return (
    <AccountFrame {...texts} picture={picture} links={[]}>
      <FailureNotice failure={failure} />
      <div className="grid gap-3">
        {isOver ? null : (
          <Button variant="primary" wide busy={running === 'keep'} disabled={running === 'leave'} onClick={keep}>
            Keep my account
          </Button>
        )}
        <Button wide busy={running === 'leave'} disabled={running === 'keep'} onClick={leave}>
          Log Out
        </Button>
      </div>
    </AccountFrame>
  );
}
