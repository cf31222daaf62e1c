import { useState } from 'react';
import { useNavigate } from 'react-router';
import { askForPasskey, logInWithPasskey } from '#client/passkey-log-in.ts';
import { ownServer } from '#client/server.ts';
import { useSession } from '../session/session-context.ts';
import { showPasskey } from '../webauthn/credentials.ts';
import { passkeyProblem } from './passkey-problem.ts';

type Props = {
  /** The page to go to. */
  returnTo: string;
  onProblem: (problem: string) => void;
};

/** Offers a passkey as the second step. */
export function PasskeySecondStep({ returnTo, onProblem }: Props) {
  const session = useSession();
  const navigate = useNavigate();
  const [running, setRunning] = useState(false);

  async function press() {
    if (running) return;
    setRunning(true);
    const server = ownServer();
    try {
      const answer = await showPasskey(await askForPasskey(server, true));
      await session.logInBy(() => logInWithPasskey(server, answer));
      await navigate(returnTo, { replace: true });
    } catch (error) {
      onProblem(passkeyProblem(error));
    } finally {
      setRunning(false);
    }
  }

  return (
    <button type="button" className="link" aria-disabled={running} onClick={() => void press()}>
      Use a passkey
    </button>
  );
}
