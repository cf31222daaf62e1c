import type { S3Settings } from '#server/blobs/s3/client/settings.ts';

const bucketName = /^[a-zA-Z0-9][a-zA-Z0-9._-]{1,61}[a-zA-Z0-9]$/;
const names = new Set(['endpoint', 'region', 'path-style']);
const usualRegion = 'us-east-1';

/**
 * Reads `s3://bucket/prefix?endpoint=…&region=…&path-style=1`; all but the bucket may be left out, and then the region is
 * the one given. Undefined when it is none.
 */
export function parseStorageUrl(text: string, region?: string): Omit<S3Settings, 'credentials'> | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 's3:' || !bucketName.test(url.host) || url.username !== '' || url.hash !== '') return undefined;
  const { searchParams } = url;
  if ([...searchParams.keys()].some((name) => !names.has(name))) return undefined;
  const endpoint = searchParams.get('endpoint') ?? undefined;
  const pathStyle = searchParams.get('path-style') ?? '0';
  if ((endpoint !== undefined && !isAddress(endpoint)) || !['0', '1'].includes(pathStyle)) return undefined;
  const prefix = decoded(url.pathname)?.replace(/^\/+|\/+$/g, '');
  if (prefix === undefined || searchParams.get('region') === '') return undefined;
  return {
    bucket: url.host,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint,
    region: searchParams.get('region') ?? region ?? usualRegion,
    pathStyle: pathStyle === '1',
  };
}

/** Undefined where a percent sign stands for no byte, or the bytes for no text. */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
