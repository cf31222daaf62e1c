import { useEffect, useState } from 'react';
import type { ApiClient } from '#client/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { KeyIcon } from '#web/ui/icons/account-icons.tsx';
import { WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { passkeyProblem } from '../login/passkey-problem.ts';
import { showPasskey } from '../webauthn/credentials.ts';

type Props = { api: Pick<ApiClient, 'account'>; onConfirm: () => void };

/** Offers a passkey in place of the password, to who has one. */
export function PasskeyConfirm({ api, onConfirm }: Props) {
  const [isThere, setIsThere] = useState(false);
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    api.account.passkeys.list().then(
      ({ length }) => setIsThere(length > 0),
      () => {},
    );
  }, [api]);

  async function press() {
    setRunning(true);
    setProblem(undefined);
    try {
      const options = (await api.account.confirmOptions()) as unknown as PublicKeyCredentialRequestOptionsJSON;
      await api.account.confirm({ passkey: await showPasskey(options) });
      onConfirm();
    } catch (error) {
      setProblem(passkeyProblem(error));
    } finally {
      setRunning(false);
    }
  }

  return isThere ? (
    <>
      <Button className="mt-4" wide busy={running} onClick={() => void press()}>
        <KeyIcon />
        Use a passkey
      </Button>
      {problem === undefined ? null : <Notice icon={<WarningIcon />} title={problem} />}
    </>
  ) : null;
}
