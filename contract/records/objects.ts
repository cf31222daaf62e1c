import { z } from 'zod';
import { maxCustomMetadataBytes } from '../limits.ts';
import { utf8Length } from '../names/names.ts';
import { timestamp } from './entries.ts';

/** The one bucket of a server. */
export const bucketName = 'keepsake';

/** Header values are visible ASCII with single spaces in between, so that nothing can be injected into a response. */
const headerValue = z
  .string()
  .max(256)
  .regex(/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/);

/** The metadata of an object that a client may set; null removes a field (specification, sections 3 and 7). */
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
    generation: z.int().min(1).describe('Incremented with each new content'),
    metageneration: z
      .int()
      .min(1)
      .describe('Incremented with each change of the metadata; reset to 1 with each new content'),
    size: z.int().min(0),
    timeCreated: timestamp,
    updated: timestamp,
    modifiedAt: timestamp.describe(
      'When the file was last modified: as its uploader says, otherwise when it was stored',
    ),
    md5Hash: z
      .string()
      .nullable()
      .describe(
        'MD5 of the bytes, base64; null until it is computed, which begins when the metadata of this one object are asked for',
      ),
    sha256: z.string().describe('SHA-256 of the bytes, hexadecimal'),
    contentType: z.string(),
    cacheControl: z.string().nullable(),
    contentDisposition: z.string().nullable(),
    contentEncoding: z.string().nullable(),
    contentLanguage: z.string().nullable(),
    customMetadata: z.record(z.string(), z.string()),
    fileId: z.uuid().describe('The id of the file that holds the object'),
    url: z.string().describe('Opens the bytes; requires a session of the owner or a download token'),
  })
  .meta({ id: 'ObjectMetadata' });

/** One page of a list: the objects and, with a delimiter, the prefixes of deeper paths. */
export const objectList = z
  .object({
    items: z.array(objectMetadata),
    prefixes: z.array(z.string()).describe('Paths of folders, each ending with a slash'),
    nextPageToken: z.string().nullable(),
  })
  .meta({ id: 'ObjectList' });

export type SettableMetadata = z.infer<typeof settableMetadata>;
export type ObjectMetadata = z.infer<typeof objectMetadata>;
export type ObjectList = z.infer<typeof objectList>;
