import { useState } from 'react';
import { useNavigate } from 'react-router';
import { createAdminApi } from '#client/admin-api.ts';
import { createApi } from '#client/api.ts';
import { ownServer } from '#client/server.ts';
import type { ServerSettings } from '#contract/records/people.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Choices } from '#web/ui/controls/choices.tsx';
import picture from '#web/ui/pictures/meadow.webp';
import { useConfirmation } from '../confirm/use-confirmation.tsx';
import { AccountFrame } from '../login/account-frame.tsx';
import { FailureNotice } from '../login/failure-notice.tsx';
import { ReturnProblem } from '../provider/return-problem.tsx';
import { useRead } from '../reading/use-read.ts';
import { useUser } from '../session/session-context.ts';

const api = createApi(ownServer());
const { settings } = createAdminApi(ownServer());

type SignUp = ServerSettings['signUp'];

const choices = [
  { value: 'closed', label: 'Only people I invite', help: 'Sign-up is closed. You can open it later.' },
  { value: 'open', label: 'Anybody', help: 'Whoever finds this address can create an account.' },
] as const;

/** `/setup/sign-up`, the last step of the setup: who may create an account. */
export function WhoMaySignUp() {
  const navigate = useNavigate();
  const { confirmed, dialog } = useConfirmation(api, useUser()?.email ?? '');
  const { value, failure: unread, retry } = useRead(() => confirmed(() => settings.get()));
  const signUp = value?.signUp;
  const [choice, setChoice] = useState<SignUp['value']>('closed');
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  async function done() {
    setRunning(true);
    setFailure(undefined);
    try {
      if (signUp?.isFixed === false) await confirmed(() => settings.change({ signUp: choice }));
      await navigate('/people', { replace: true });
    } catch (error) {
      setFailure(error);
      setRunning(false);
    }
  }

  return (
    <AccountFrame title="Who may sign up?" lead="This server is yours to run now." picture={picture} links={[]}>
      <ReturnProblem />
      <FailureNotice failure={failure ?? unread} retry={retry} />
      {signUp?.isFixed ? (
        <p>
          The environment of the server sets this: <code>SIGN_UP={signUp.value}</code>.{' '}
          {signUp.value === 'open' ? 'Anybody can create an account.' : 'Only people you invite can create an account.'}
        </p>
      ) : (
        <Choices label="Who may sign up" options={choices} value={choice} onChoose={setChoice} />
      )}
      <Button variant="primary" wide busy={running} disabled={signUp === undefined} onClick={() => void done()}>
        Continue
      </Button>
      {dialog}
    </AccountFrame>
  );
}
