import { useEffect, useState } from 'react';
import type { ApiClient } from '#client/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { ConfirmByProvider } from '../provider/confirm-by-provider.tsx';
import { canUsePasskeys } from '../webauthn/can-use-passkeys.ts';
import { PasskeyConfirm } from './passkey-confirm.tsx';
import { PasswordDialog } from './password-dialog.tsx';

type ConfirmDialogProps = {
  api: Pick<ApiClient, 'account'>;
  email: string;
  onConfirm: () => void;
  onClose: () => void;
};

type Ways = { password: boolean; provider: boolean };

/** Asks the person to show that it is still them: with the password, or at the log-in provider, as the account is opened. */
export function ConfirmDialog({ api, email, onConfirm, onClose }: ConfirmDialogProps) {
  const ways = useWays(api);
  if (ways === undefined) return null;
  const passkey = canUsePasskeys() ? <PasskeyConfirm api={api} onConfirm={onConfirm} /> : null;
  if (ways.password) {
    const other = (
      <>
        {passkey}
        {ways.provider ? <ConfirmByProvider isOnly={false} /> : null}
      </>
    );
    const confirm = (password: string) => api.account.confirm({ password });
    return <PasswordDialog {...{ email, confirm, onConfirm, onClose, other }} />;
  }
  return (
    <Dialog title="Log in again" onClose={onClose}>
      <p className="text-ink-2">It has been a while since you logged in.</p>
      <ConfirmByProvider isOnly />
      {passkey}
      <div className="dialog__actions">
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}

/** Undefined until they are known; without an answer the password is asked for. */
function useWays(api: Pick<ApiClient, 'account'>): Ways | undefined {
  const [ways, setWays] = useState<Ways>();
  useEffect(() => {
    api.account.identities.list().then(
      ({ identities, hasPassword }) => setWays({ password: hasPassword, provider: identities.length > 0 }),
      () => setWays({ password: true, provider: false }),
    );
  }, [api]);
  return ways;
}
