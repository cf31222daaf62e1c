import { BlobStoreUnreachable } from '#server/blobs/blob-store.ts';
import type { S3Settings } from '#server/blobs/s3/client/settings.ts';
import { ConfigError } from '#server/errors/config-error.ts';

type Refusal = Error & { $metadata?: { httpStatusCode?: number } };

/** What to change when a bucket cannot be used. */
export function bucketProblem({ bucket, endpoint = 'Amazon S3' }: S3Settings, error: unknown): ConfigError {
  const refusal = refusalIn(error);
  return new ConfigError(sentenceFor(bucket, endpoint, refusal), { cause: error });
}

function refusalIn(error: unknown): Refusal {
  return error instanceof BlobStoreUnreachable && error.cause instanceof Error ? error.cause : (error as Error);
}

function sentenceFor(bucket: string, endpoint: string, { name, $metadata }: Refusal): string {
  const status = $metadata?.httpStatusCode;
  if (status === 404) return `There is no bucket ${bucket} at ${endpoint}: make it, or correct STORAGE_URL.`;
  if (status === 403 || name === 'CredentialsProviderError')
    return `The bucket ${bucket} may not be used: correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or what they may do.`;
  if (status === 301 || status === 400)
    return `The bucket ${bucket} cannot be used at ${endpoint} (${name}): correct the region or path-style in STORAGE_URL.`;
  return `The S3 server ${endpoint} cannot be reached: start it, or correct STORAGE_URL.`;
}
