import { BlobStoreUnreachable } from '#server/blobs/blob-store.ts';
import type { S3Settings } from '#server/blobs/s3/client/settings.ts';
import { ConfigError } from '#server/errors/config-error.ts';

type S3Error = Error & { $metadata?: { httpStatusCode?: number } };

/** The error that says what to change when a bucket cannot be used. */
export function bucketProblem({ bucket, endpoint = 'Amazon S3' }: S3Settings, error: unknown): ConfigError {
  const s3Error = s3ErrorIn(error);
  return new ConfigError(messageFor(bucket, endpoint, s3Error), { cause: error });
}

function s3ErrorIn(error: unknown): S3Error {
  return error instanceof BlobStoreUnreachable && error.cause instanceof Error ? error.cause : (error as Error);
}

function messageFor(bucket: string, endpoint: string, { name, $metadata }: S3Error): string {
  const status = $metadata?.httpStatusCode;
  if (status === 404) return `There is no bucket ${bucket} at ${endpoint}: create it, or correct STORAGE_URL.`;
  if (status === 403 || name === 'CredentialsProviderError')
    return `The bucket ${bucket} may not be used: correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or their permissions.`;
  if (status === 301 || status === 400)
    return `The bucket ${bucket} cannot be used at ${endpoint} (${name}): correct the region or path-style in STORAGE_URL.`;
  return `The S3 server ${endpoint} cannot be reached: start it, or correct STORAGE_URL.`;
}
