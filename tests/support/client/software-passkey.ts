import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyAnswer } from '#contract/records/passkeys.ts';
import type { Person, Visitor } from './build-account.ts';

/** User present, user verified, and with the data of a new credential (WebAuthn, section 6.1). */
const isThere = 0x05;
const hasCredential = 0x40;

/** A passkey (ES256) without a device or a browser, whose owner is always there. */
export type SoftwarePasskey = { id: string; answer: (visitor: Visitor, challenge: string) => PasskeyAnswer };

/** Adds a passkey to the account of a person who is logged in. */
export async function addPasskey(person: Person): Promise<SoftwarePasskey> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  // COSE: a map of the type of key, the algorithm, the curve and the point (RFC 9053, section 7.1).
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  const { challenge } = await person.api.account.passkeys.options();
  const data = Buffer.concat([
    authenticatorData(person, isThere | hasCredential),
    Buffer.alloc(16),
    Buffer.from([0, id.length]),
    id,
    cose,
  ]);
  // CBOR: { fmt: "none", attStmt: {}, authData }.
  const attestation = Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
    Buffer.from([data.length]),
    data,
  ]);
  const made = answerOf(id, clientData(person, 'webauthn.create', challenge), {
    attestationObject: attestation.toString('base64url'),
  });
  await person.api.account.passkeys.add({ name: 'A device', answer: made });
  return {
    id: id.toString('base64url'),
    answer(visitor, asked) {
      const said = clientData(visitor, 'webauthn.get', asked);
      const shown = authenticatorData(visitor, isThere);
      const signed = Buffer.concat([shown, createHash('sha256').update(said).digest()]);
      return answerOf(id, said, {
        authenticatorData: shown.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      });
    },
  };
}

function answerOf(id: Buffer, said: Buffer, response: object): PasskeyAnswer {
  const name = id.toString('base64url');
  return {
    id: name,
    rawId: name,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: said.toString('base64url'), ...response },
  };
}

function clientData({ server }: Visitor, type: string, challenge: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin: server.baseUrl }));
}

/** It counts nothing, as passkeys that are copied between devices do not. */
function authenticatorData({ server }: Visitor, flags: number): Buffer {
  const host = createHash('sha256').update(new URL(server.baseUrl).hostname).digest();
  return Buffer.concat([host, Buffer.from([flags, 0, 0, 0, 0])]);
}
