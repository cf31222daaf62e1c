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
import { offerPasskey } from './offer-passkey.ts';
import { passkeyProblem } from './passkey-problem.ts';

/** Logs in with a passkey: by a button, and among what the browser offers for the email field. */
export function PasskeyLogIn({ returnTo }: { returnTo: string }) {
  const session = useSession();
  const navigate = useNavigate();
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const offering = useRef<{ stop: AbortController; ended: Promise<void> }>(undefined);
  const choose = async (how: Parameters<typeof showPasskey>[1]) =>
    await showPasskey(await askForPasskey(ownServer(), false), how);
  const logIn = async (answer: Awaited<ReturnType<typeof choose>>) => {
    await session.logInBy(() => logInWithPasskey(ownServer(), answer));
    await navigate(returnTo, { replace: true });
  };
  const offer = useEffectEvent(async (stop: AbortSignal) => {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return;
    await offerPasskey({ choose: (signal) => choose({ mediation: 'conditional', signal }), logIn, stop });
  });

  useEffect(() => {
    const stop = new AbortController();
    const ended = offer(stop.signal).catch((error: unknown) => setProblem(passkeyProblem(error)));
    offering.current = { stop, ended };
    return () => stop.abort();
  }, []);

  async function press() {
    setRunning(true);
    setProblem(undefined);
    try {
      // A browser asks for one at a time.
      offering.current?.stop.abort();
      await offering.current?.ended;
      await logIn(await choose({}));
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
