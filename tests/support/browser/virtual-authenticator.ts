import type { Page } from 'playwright-core';

/** A passkey as a device keeps it. */
type StoredPasskey = {
  credentialId: string;
  isResidentCredential: boolean;
  rpId?: string;
  privateKey: string;
  userHandle?: string;
  signCount: number;
};

/** A device with passkeys, as Chromium's DevTools protocol plays one (domain WebAuthn) for a tab. */
export async function addAuthenticator(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const call = (method: Parameters<typeof devTools.send>[0], params: object = {}): Promise<unknown> =>
    devTools.send(method, { authenticatorId, ...params });
  return {
    /** Whether the finger is the person's. */
    async verify(isUserVerified: boolean): Promise<void> {
      await call('WebAuthn.setUserVerified', { isUserVerified });
    },
    /** Whether somebody touches the device as soon as it asks. */
    async touch(enabled: boolean): Promise<void> {
      await call('WebAuthn.setAutomaticPresenceSimulation', { enabled });
    },
    async passkeys(): Promise<StoredPasskey[]> {
      const { credentials } = (await call('WebAuthn.getCredentials')) as { credentials: StoredPasskey[] };
      return credentials;
    },
    /** Replaces its passkeys, as a copy of an earlier state does. */
    async replace(passkey: StoredPasskey): Promise<void> {
      await call('WebAuthn.clearCredentials');
      await call('WebAuthn.addCredential', { credential: passkey });
    },
  };
}
