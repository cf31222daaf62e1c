import proxyAddr from 'proxy-addr';
import type { S3Settings } from '#server/blobs/s3/client/settings.ts';
import { ConfigError } from '#server/errors/config-error.ts';
import type { Config, Get } from './config-type.ts';
import { parseStorageUrl } from './storage-url.ts';
import { withoutPassword } from './values.ts';

/** So many addresses are remembered as trusted or not. */
const rememberedAddresses = 1000;

export function readPublicUrl(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const url = readOrigin(text);
  if (url !== undefined) return url;
  throw new ConfigError(
    `PUBLIC_URL is "${withoutPassword(text)}": set it to the address people type, such as https://keepsake.example.org, without a path.`,
  );
}

/** Throws ConfigError unless it is the address of another host than the public one, and encrypted where that is. */
export function readContentUrl(text: string | undefined, publicUrl: URL | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const url = readOrigin(text);
  if (url?.protocol === 'http:' && publicUrl?.protocol === 'https:')
    throw new ConfigError(
      `CONTENT_URL is "${text}", and PUBLIC_URL begins with https: set it to an https address too, since browsers load nothing else into such a page.`,
    );
  if (url !== undefined && publicUrl !== undefined && url.hostname !== publicUrl.hostname) return url;
  throw new ConfigError(
    `CONTENT_URL is "${withoutPassword(text)}": set it to an address with another name than PUBLIC_URL, which has to be set too, such as https://keepsake-files.example.org, without a path.`,
  );
}

/** Whether a text is meant to be the address of a database, as in DATABASE_URL. */
export function isDatabaseUrl(text: string): boolean {
  return /^postgres(ql)?:/.test(text);
}

export function readDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && isDatabaseUrl(text) && url.pathname.length > 1) return text;
  throw new ConfigError(
    'DATABASE_URL cannot be read: set it to postgres://user:password@host:5432/database, or unset it to use SQLite in the data folder.',
  );
}

export function readTrustedProxies(text: string | undefined): Config['isTrustedProxy'] {
  if (text === undefined) return () => false;
  try {
    const isTrusted = proxyAddr.compile(text.split(',').map((address) => address.trim()));
    return remembered((address) => isTrusted(address, 0));
  } catch {
    throw new ConfigError(
      `TRUSTED_PROXIES is "${text}": set it to addresses or networks separated by commas, such as 127.0.0.1, 10.0.0.0/8.`,
    );
  }
}

/** Each request asks several times about the same few addresses, each of which would be parsed anew. */
function remembered(ask: (address: string) => boolean): (address: string) => boolean {
  const answers = new Map<string, boolean>();
  return (address) => {
    const known = answers.get(address);
    if (known !== undefined) return known;
    if (answers.size >= rememberedAddresses) answers.clear();
    const answer = ask(address);
    answers.set(address, answer);
    return answer;
  };
}

export function readStorage(get: Get, databaseUrl: string | undefined): S3Settings | undefined {
  const text = get('STORAGE_URL');
  if (text === undefined) return undefined;
  const place = parseStorageUrl(text, get('AWS_REGION'));
  if (place === undefined) {
    throw new ConfigError(
      'STORAGE_URL cannot be read: set it to s3://bucket/prefix?endpoint=https://s3.example.org&region=…&path-style=1, or unset it to keep files in the data folder.',
    );
  }
  if (databaseUrl === undefined) {
    throw new ConfigError(
      'STORAGE_URL is set, and DATABASE_URL is not: files in S3 need PostgreSQL, which records what is stored there.',
    );
  }
  const [accessKeyId, secretAccessKey] = [get('AWS_ACCESS_KEY_ID'), get('AWS_SECRET_ACCESS_KEY')];
  const sessionToken = get('AWS_SESSION_TOKEN');
  if (accessKeyId === undefined && secretAccessKey === undefined) return { ...place, credentials: undefined };
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new ConfigError('Only one of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY is set: set both or neither.');
  return { ...place, credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } };
}

/** An address of a web server without anything after its host. */
function readOrigin(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  return isOrigin && (url.protocol === 'https:' || url.protocol === 'http:') ? url : undefined;
}
