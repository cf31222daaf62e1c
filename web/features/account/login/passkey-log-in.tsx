import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { askForPasskey, logInWithPasskey } from '#client/passkey-log-in.ts';
import { ownServer } from '#client/server.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { KeyIcon } from '#web/ui/icons/account-icons.tsx';
import { WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { useSession } from '../session/session-context.ts';
import { showPasskey } from '../webauthn/credentials.ts';
import { passkeyProblem } from './passkey-problem.ts';

/** Before what the browser was asked with is over. */
const renewMs = 9 * 60 * 1000;

/** Logs in with a passkey: by a button, and among what the browser offers for the email field. */
export function PasskeyLogIn({ returnTo }: { returnTo: string }) {
  const session = useSession();
  const navigate = useNavigate();
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const offering = useRef<{ stop: AbortController; ended: Promise<void> }>(undefined);
  const logIn = async (how: Parameters<typeof showPasskey>[1]) => {
    const server = ownServer();
    const answer = await showPasskey(await askForPasskey(server, false), how);
    await session.logInBy(() => logInWithPasskey(server, answer));
    await navigate(returnTo, { replace: true });
  };
  const logInNow = useEffectEvent(logIn);

  useEffect(() => {
    const stop = new AbortController();
    offering.current = { stop, ended: offer(stop.signal) };
    return () => stop.abort();

    async function offer(signal: AbortSignal) {
      if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return;
      while (!signal.aborted) {
        const round = AbortSignal.any([signal, AbortSignal.timeout(renewMs)]);
        try {
          return await logInNow({ mediation: 'conditional', signal: round });
        } catch (error) {
          if (round.aborted) continue;
          return setProblem(passkeyProblem(error));
        }
      }
    }
  }, []);

  async function press() {
    setRunning(true);
    setProblem(undefined);
    try {
      // A browser asks for one at a time.
      offering.current?.stop.abort();
      await offering.current?.ended;
      await logIn({});
    } catch (error) {
      setProblem(passkeyProblem(error));
      setRunning(false);
    }
  }

  return (
    <>
      <Button wide busy={running} onClick={() => void press()}>
        <KeyIcon />
        Use a passkey
      </Button>
      {problem === undefined ? null : (
        <Notice icon={<WarningIcon />} title={problem}>
          Try again, or type your password.
        </Notice>
      )}
    </>
  );
}
