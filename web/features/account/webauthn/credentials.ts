import type { PasskeyAnswer } from '#contract/records/passkeys.ts';

/** Has the device make a passkey. Throws what the browser throws: NotAllowedError if the person did not want to. */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return jsonOf(await navigator.credentials.create({ publicKey }));
}

/** Has the person show a passkey. Throws what the browser throws: NotAllowedError if they did not want to, or have none. */
export async function showPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
  how: Pick<CredentialRequestOptions, 'mediation' | 'signal'> = {},
): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return jsonOf(await navigator.credentials.get({ publicKey, ...how }));
}

function jsonOf(credential: Credential | null): PasskeyAnswer {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('There is no passkey', 'NotAllowedError');
  return credential.toJSON() as object as PasskeyAnswer;
}
