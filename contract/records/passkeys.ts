import { z } from 'zod';
import { entryId, timestamp } from './entries.ts';

/** A passkey of an account. Its private key never leaves the device, or the service that copies it between devices. */
export const passkey = z
  .object({
    id: entryId,
    name: z.string(),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
    /** Whether a service keeps a copy of it, so that it survives the device. */
    isBackedUp: z.boolean(),
  })
  .meta({ id: 'Passkey' });

/** What a browser is asked with, as `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` takes it. */
export const passkeyOptions = z.looseObject({ challenge: z.string() }).meta({ id: 'PasskeyOptions' });

/** What a browser answers, as `PublicKeyCredential.toJSON` returns it. The bytes in it are base64url. */
export const passkeyAnswer = z
  .looseObject({
    id: z
      .string()
      .max(2048)
      .regex(/^[\w-]*$/),
    rawId: z.string().max(2048),
    type: z.literal('public-key'),
    response: z.looseObject({ clientDataJSON: z.string().max(8192) }),
  })
  .meta({ id: 'PasskeyAnswer' });

export type Passkey = z.infer<typeof passkey>;
export type PasskeyOptions = z.infer<typeof passkeyOptions>;
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;
