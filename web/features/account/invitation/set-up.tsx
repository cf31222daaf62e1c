import { useState } from 'react';
import { useNavigate } from 'react-router';
import { createAdminApi } from '#client/admin-api.ts';
import { ownServer } from '#client/server.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { errorCode, errorHelp } from '../login/account-error.ts';
import { AccountFrame } from '../login/account-frame.tsx';
import { useUser } from '../session/session-context.ts';
import { NewAccountForm } from './new-account-form.tsx';

const admin = createAdminApi(ownServer());

/** Makes the account that runs the server, or lets one that is there run it; then asks who else may come in. */
export function SetUp({ token, picture }: { token: string; picture: string }) {
  const user = useUser();
  const navigate = useNavigate();
  const [isAnother, setIsAnother] = useState(false);
  // The link is used up. The next step has an address of its own, to which the log-in provider can lead back.
  const done = () => navigate('/setup/sign-up', { replace: true });
  return (
    <AccountFrame
      title="Set up this server"
      lead="Nobody runs it yet. This account will: it invites people and sees how much they keep, never what."
      picture={picture}
      links={
        user?.email
          ? []
          : [{ to: '/login', label: 'Log in', question: 'Have an account here?', state: { returnTo: here(token) } }]
      }
    >
      {user?.email && !isAnother ? (
        <>
          <AsMyself email={user.email} token={token} onDone={done} />
          <Button variant="quiet" wide onClick={() => setIsAnother(true)}>
            Create another account for it
          </Button>
        </>
      ) : (
        <NewAccountForm
          token={token}
          email={null}
          submitLabel="Create the account"
          returnTo={here(token)}
          onDone={done}
        />
      )}
    </AccountFrame>
  );
}

/** This page, to which whoever logs in comes back. */
function here(token: string): string {
  return `/setup#${token}`;
}

function AsMyself({ email, token, onDone }: { email: string; token: string; onDone: () => Promise<void> | void }) {
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  async function setUp() {
    setRunning(true);
    setFailure(undefined);
    try {
      await admin.setUp({ token });
      await onDone();
    } catch (error) {
      setFailure(error);
      setRunning(false);
    }
  }

  return (
    <>
      {failure === undefined ? null : (
        <Notice tone="bad" icon={<WarningIcon />} title="That did not work.">
          {errorCode(failure) === 'invitation-ended'
            ? 'Start the server again: it prints a new link.'
            : errorHelp(failure)}
        </Notice>
      )}
      <Button variant="primary" wide busy={running} onClick={() => void setUp()}>
        <span className="wrap-anywhere">Run it as {email}</span>
      </Button>
    </>
  );
}
