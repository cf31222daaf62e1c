import { askForPasskey, logInWithPasskey } from '#client/passkey-log-in.ts';
import { ownServer } from '#client/server.ts';
import { useSession } from '../session/session-context.ts';
import { showPasskey } from './credentials.ts';
import { passkeyProblem } from './passkey-problem.ts';

type Props = { onDone: () => Promise<void>; onProblem: (problem: string) => void };

/** Offers a passkey as the second step. */
export function PasskeySecondStep({ onDone, onProblem }: Props) {
  const session = useSession();

  async function press() {
    const server = ownServer();
    try {
      const answer = await showPasskey(await askForPasskey(server, true));
      await session.logInBy(() => logInWithPasskey(server, answer));
      await onDone();
    } catch (error) {
      onProblem(passkeyProblem(error));
    }
  }

  return (
    <button type="button" className="link" onClick={() => void press()}>
      Use a passkey
    </button>
  );
}
