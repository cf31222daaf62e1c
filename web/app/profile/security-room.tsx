import { PasskeysSection } from '#web/features/account/passkeys/passkeys-section.tsx';
import { AccountEvents } from '#web/features/account/profile/account-events.tsx';
import { ConnectedLogIns } from '#web/features/account/profile/connected-log-ins.tsx';
import { useUser } from '#web/features/account/session/session-context.ts';
import { TwoStepSection } from '#web/features/account/two-step/two-step-section.tsx';
import { canUsePasskeys } from '#web/features/account/webauthn/can-use-passkeys.ts';
import { api } from './profile-rooms.tsx';

/** `/dashboard/security`: what opens the account, and what happened with it. */
export function SecurityRoom() {
  const user = useUser();
  return (
    <>
      <title>Security · Keepsake</title>
      <TwoStepSection api={api} email={user?.email ?? ''} />
      <ConnectedLogIns api={api} />
      {canUsePasskeys() ? <PasskeysSection api={api} /> : null}
      <AccountEvents api={api} />
    </>
  );
}
