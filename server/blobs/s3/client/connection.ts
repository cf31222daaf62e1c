import { S3Client } from '@aws-sdk/client-s3';
import { createBreaker } from './breaker.ts';
import { createCalls, InvalidResponse, nameOf, statusOf } from './call.ts';
import type { S3Settings } from './settings.ts';

const connectTimeoutMs = 3000;
/** Each of the 1,024 downloads of a node may hold one for as long as its client takes to read; the others are for all other calls. */
const maxSockets = 1200;

/** How long a try may take, in milliseconds. */
export const timeouts = {
  /** Without bytes, and until the first byte of a response with bytes. */
  short: 5000,
  /** With a part's bytes: 8 MiB in that time is a line of 3 Mbit/s. */
  bytes: 20_000,
  /** Servers copy bytes while they assemble parts. */
  long: 60_000,
} as const;

export type Connection = ReturnType<typeof connect>;

/** What calls to a bucket need: the client, and `call` and `probe` of `createCalls`. */
export function connect({ bucket, endpoint, region, pathStyle, credentials }: S3Settings) {
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
    // Tries, pauses and time-outs are those of `createCalls`.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: connectTimeoutMs, httpAgent: { maxSockets }, httpsAgent: { maxSockets } },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  // The signature of bodies would cost a SHA-256 in the event loop; Content-MD5, which is signed, says what they are.
  client.middlewareStack.add(
    (next) => async (args) => {
      const { headers } = args.request as { headers: Record<string, string> };
      if (headers['content-md5'] !== undefined) headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD';
      return await next(args);
    },
    { step: 'build', name: 'unsignedBodies' },
  );
  return {
    client,
    bucket,
    inBucket: (key: string) => ({ Bucket: bucket, Key: key }),
    ...createCalls(createBreaker({ now: () => performance.now() })),
  };
}

/** Throws InvalidResponse when the ETag of what was put in one request is not its MD5, unless the server encrypts with keys of a key service. */
export function compare(etag: string | undefined, md5: string, encryption: string | undefined): void {
  if (encryption?.startsWith('aws:')) return;
  const hex = etag?.replaceAll('"', '');
  if (hex !== Buffer.from(md5, 'base64').toString('hex')) throw new InvalidResponse('The S3 server stored other bytes');
}

/** Undefined when what was requested is absent. */
export async function unlessAbsent<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Ceph answers NoSuchKey for an upload that no longer exists. A missing bucket is another matter. */
export function isAbsent(error: unknown): boolean {
  return statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket';
}
