import { resolve } from 'node:path';
import proxyAddr from 'proxy-addr';

/** Everything the process is told from outside. */
export type Config = {
  /** 0 asks the system for a free port. */
  port: number;
  host: string | undefined;
  /** Absolute path of the folder that holds everything this installation keeps. */
  dataFolder: string;
  /** Origin under which people reach the server, or undefined when it is reached directly. */
  publicUrl: URL | undefined;
  /** Address of a PostgreSQL database; undefined for SQLite in the data folder. */
  databaseUrl: string | undefined;
  mail: { kind: 'outbox' } | { kind: 'smtp'; url: string };
  mailFrom: string;
  signUp: 'open' | 'closed';
  /** What programs have to tell beside their bearer token; undefined when nothing. */
  appCheckKey: string | undefined;
  /** Whether an address is a reverse proxy whose X-Forwarded-For is believed. */
  isTrustedProxy: (address: string) => boolean;
};

/** A setting that cannot be used; the message is one sentence that says what to change. */
export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>;

/** Reads the settings. Throws ConfigError at the first one that cannot be used. */
export function readConfig(environment: Environment = process.env): Config {
  const get = (name: string) => environment[name]?.trim() || undefined;
  const publicUrl = readPublicUrl(get('PUBLIC_URL'));
  refuseStorageUrl(get('STORAGE_URL'));
  return {
    port: readPort(get('PORT')),
    host: get('HOST'),
    dataFolder: resolve(get('KEEPSAKE_DATA') ?? 'data'),
    publicUrl,
    databaseUrl: readDatabaseUrl(get('DATABASE_URL')),
    mail: readMail(get('SMTP_URL')),
    mailFrom: get('MAIL_FROM') ?? `Keepsake <keepsake@${publicUrl?.hostname ?? 'localhost'}>`,
    signUp: readSignUp(get('SIGN_UP')),
    appCheckKey: readAppCheckKey(get('APP_CHECK_KEY')),
    isTrustedProxy: readTrustedProxies(get('TRUSTED_PROXIES')),
  };
}

function readPort(text = '3000'): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new ConfigError(`PORT is "${text}": set it to a number from 0 to 65535.`);
}

function readPublicUrl(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  if (url && isOrigin && (url.protocol === 'https:' || url.protocol === 'http:')) return url;
  throw new ConfigError(
    `PUBLIC_URL is "${text}": set it to the address people type, such as https://keepsake.example.org, without a path.`,
  );
}

function readDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && (url.protocol === 'postgres:' || url.protocol === 'postgresql:') && url.pathname.length > 1) {
    return text;
  }
  throw new ConfigError(
    'DATABASE_URL cannot be read: set it to postgres://user:password@host:5432/database, or unset it to use SQLite in the data folder.',
  );
}

function readMail(text: string | undefined): Config['mail'] {
  if (text === undefined) return { kind: 'outbox' };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && (url.protocol === 'smtp:' || url.protocol === 'smtps:') && url.hostname)
    return { kind: 'smtp', url: text };
  throw new ConfigError(
    'SMTP_URL cannot be read: set it to smtp://user:password@host:587 or smtps://user:password@host:465, or unset it to write mails to the outbox folder.',
  );
}

function readSignUp(text = 'open'): Config['signUp'] {
  if (text === 'open' || text === 'closed') return text;
  throw new ConfigError(`SIGN_UP is "${text}": set it to open or closed.`);
}

/** It travels as a header value. */
function readAppCheckKey(text: string | undefined): string | undefined {
  if (text === undefined || /^[\x21-\x7e]{1,256}$/.test(text)) return text;
  throw new ConfigError(
    'APP_CHECK_KEY cannot be used: set it to at most 256 letters, digits and signs without spaces, for example from `openssl rand -hex 16`.',
  );
}

function readTrustedProxies(text: string | undefined): Config['isTrustedProxy'] {
  if (text === undefined) return () => false;
  try {
    const isTrusted = proxyAddr.compile(text.split(',').map((address) => address.trim()));
    return (address) => isTrusted(address, 0);
  } catch {
    throw new ConfigError(
      `TRUSTED_PROXIES is "${text}": set it to addresses or networks separated by commas, such as 127.0.0.1, 10.0.0.0/8.`,
    );
  }
}

function refuseStorageUrl(text: string | undefined) {
  if (text === undefined) return;
  throw new ConfigError('STORAGE_URL is set, but this version keeps files in the data folder only: unset it.');
}
