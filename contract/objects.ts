import { z } from 'zod';
import { timestamp } from './entries.ts';
import { maxCustomMetadataBytes } from './limits.ts';
import { utf8Length } from './names.ts';

/** The one bucket of a server. */
export const bucketName = 'keepsake';

/** Header values of ours are visible ASCII with single spaces between: nothing can be smuggled into an answer. */
const headerValue = z
  .string()
  .max(256)
  .regex(/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/);

/** What may be set of an object's metadata; null takes a field away (specification, sections 3 and 7). */
export const settableMetadata = z
  .strictObject({
    contentType: z.string().max(128).nullable(),
    cacheControl: headerValue.nullable(),
    contentDisposition: headerValue.nullable(),
    contentEncoding: headerValue.nullable(),
    contentLanguage: headerValue.nullable(),
    customMetadata: z
      .record(z.string().min(1).max(128), z.string())
      .refine((custom) => utf8Length(JSON.stringify(custom)) <= maxCustomMetadataBytes, {
        message: `Custom metadata is larger than ${maxCustomMetadataBytes} bytes`,
      })
      .nullable(),
  })
  .partial()
  .meta({ id: 'SettableMetadata' });

/** The metadata of a stored object (specification, section 3), and its SHA-256. */
export const objectMetadata = z
  .object({
    bucket: z.literal(bucketName),
    fullPath: z.string().describe('`<uid>/<folder names>/<file name>`'),
    name: z.string(),
    generation: z.int().min(1).describe('Rises with each content'),
    metageneration: z.int().min(1).describe('Rises with each change of the metadata; 1 again with each content'),
    size: z.int().min(0),
    timeCreated: timestamp,
    updated: timestamp,
    md5Hash: z.string().describe('MD5 of the bytes, base64'),
    sha256: z.string().describe('SHA-256 of the bytes, hexadecimal'),
    contentType: z.string(),
    cacheControl: z.string().nullable(),
    contentDisposition: z.string().nullable(),
    contentEncoding: z.string().nullable(),
    contentLanguage: z.string().nullable(),
    customMetadata: z.record(z.string(), z.string()),
    fileId: z.uuid().describe('The id of the file that holds the object'),
    url: z.string().describe('Opens the bytes; needs the session of the owner, or a download token'),
  })
  .meta({ id: 'ObjectMetadata' });

/** One page of a list: the objects, and with a delimiter what lies deeper, folded into prefixes. */
export const objectList = z
  .object({
    items: z.array(objectMetadata),
    prefixes: z.array(z.string()).describe('Paths of folders, each with a slash at its end'),
    nextPageToken: z.string().nullable(),
  })
  .meta({ id: 'ObjectList' });

export type SettableMetadata = z.infer<typeof settableMetadata>;
export type ObjectMetadata = z.infer<typeof objectMetadata>;
export type ObjectList = z.infer<typeof objectList>;
