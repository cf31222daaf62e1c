import { useState } from 'react';
import { PasskeysSection } from '#web/features/account/passkeys/passkeys-section.tsx';
import { AccountEvents } from '#web/features/account/profile/account-events.tsx';
import { ConnectedLogIns } from '#web/features/account/profile/connected-log-ins.tsx';
import { LogIns } from '#web/features/account/security/log-ins.tsx';
import { PasswordSection } from '#web/features/account/security/password-section.tsx';
import { useUser } from '#web/features/account/session/session-context.ts';
import { TwoStepSection } from '#web/features/account/two-step/two-step-section.tsx';
import { canUsePasskeys } from '#web/features/account/webauthn/can-use-passkeys.ts';
import { useApi } from './use-api.ts';

/** `/dashboard/security`: what opens the account, and what happened with it. */
export function SecurityRoom() {
  const user = useUser();
  const api = useApi();
  const [passwords, setPasswords] = useState(0);
  const [endings, setEndings] = useState(0);
  return (
    <>
      <title>Security · Keepsake</title>
      <PasswordSection api={api} onChange={() => setPasswords(passwords + 1)} />
      <TwoStepSection api={api} email={user?.email ?? ''} />
      <ConnectedLogIns api={api} />
      {canUsePasskeys() ? <PasskeysSection api={api} /> : null}
      <LogIns key={passwords} api={api} onEnd={() => setEndings(endings + 1)} />
      <AccountEvents key={`${passwords} ${endings}`} api={api} />
    </>
  );
}
