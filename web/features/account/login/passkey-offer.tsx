import { lazy, Suspense } from 'react';
import { canUsePasskeys } from '../webauthn/can-use-passkeys.ts';

const PasskeyLogIn = lazy(async () => ({ default: (await import('./passkey-log-in.tsx')).PasskeyLogIn }));

/** A passkey instead of address and password, where the browser has them. */
export function PasskeyOffer({ returnTo }: { returnTo: string }) {
  return canUsePasskeys() ? (
    <Suspense fallback={<div className="min-h-11" />}>
      <PasskeyLogIn returnTo={returnTo} />
    </Suspense>
  ) : null;
}
