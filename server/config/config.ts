import { resolve } from 'node:path';
import proxyAddr from 'proxy-addr';
import { silenceSeconds } from '#contract/limits.ts';
import type { S3Settings } from '#server/blobs/s3/client/settings.ts';
import { ConfigError } from '#server/errors/config-error.ts';
import { parseStorageUrl } from './storage-url.ts';

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
  /** Where the bytes of files lie; undefined for the data folder. */
  storage: S3Settings | undefined;
  /** Whether downloads may be sent on to the S3 server. */
  redirectsDownloads: boolean;
  /** Key of session cookies and links; undefined when the server makes its own. */
  secret: string | undefined;
  mail: { kind: 'outbox' } | { kind: 'smtp'; url: string };
  mailFrom: string;
  signUp: 'open' | 'closed';
  /** What programs have to tell beside their bearer token; undefined when nothing. */
  appCheckKey: string | undefined;
  /** How long no byte may move on a connection while the server waits for the client. */
  silenceSeconds: number;
  /** Whether an address is a reverse proxy whose X-Forwarded-For is believed. */
  isTrustedProxy: (address: string) => boolean;
  logLevel: (typeof logLevels)[number];
  /** Where metrics are served, undefined for nowhere. */
  metrics: { port: number; host: string } | undefined;
  /** The part of the requests that are traced, from 0 to 1, where the caller's decision does not count; undefined for no traces. */
  traces: { protocol: 'http/json' | 'http/protobuf'; isParentBased: boolean; ratio: number } | undefined;
  /** How long the server goes on after it said that it will stop, so that load balancers notice. */
  drainLeadSeconds: number;
  /** How long running requests then have to end. */
  drainSeconds: number;
};

const maxSeconds = 3600;
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
/** A shorter key could be guessed. */
export const shortestSecret = 32;

type Environment = Record<string, string | undefined>;
type Get = (name: string) => string | undefined;

/** Reads the settings. Throws ConfigError at the first one that cannot be used. */
export function readConfig(environment: Environment = process.env): Config {
  const get: Get = (name) => environment[name]?.trim() || undefined;
  const publicUrl = readPublicUrl(get('PUBLIC_URL'));
  const databaseUrl = readDatabaseUrl(get('DATABASE_URL'));
  return {
    port: readPort('PORT', get('PORT') ?? '3000'),
    host: get('HOST'),
    dataFolder: resolve(get('KEEPSAKE_DATA') ?? 'data'),
    publicUrl,
    databaseUrl,
    storage: readStorage(get, databaseUrl),
    redirectsDownloads: readSwitch('STORAGE_REDIRECT', get('STORAGE_REDIRECT')),
    secret: readSecret(get('SECRET')),
    mail: readMail(get('SMTP_URL')),
    mailFrom: get('MAIL_FROM') ?? `Keepsake <keepsake@${publicUrl?.hostname ?? 'localhost'}>`,
    signUp: readSignUp(get('SIGN_UP')),
    appCheckKey: readAppCheckKey(get('APP_CHECK_KEY')),
    silenceSeconds: readSeconds('SILENCE_SECONDS', get('SILENCE_SECONDS') ?? String(silenceSeconds), 1),
    isTrustedProxy: readTrustedProxies(get('TRUSTED_PROXIES')),
    logLevel: readLogLevel(get('LOG_LEVEL')),
    metrics: readMetrics(get('METRICS_PORT'), get('METRICS_HOST')),
    traces: readTraces(get),
    drainLeadSeconds: readSeconds('DRAIN_LEAD_SECONDS', get('DRAIN_LEAD_SECONDS') ?? '0'),
    drainSeconds: readSeconds('DRAIN_SECONDS', get('DRAIN_SECONDS') ?? '10'),
  };
}

/** The settings of another place: some are changed or unset, all others as they are here. Throws ConfigError. */
export function readConfigOf(changed: Environment): Config {
  return readConfig({ ...process.env, ...changed });
}

function readPort(name: string, text: string, min = 0): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= min && port <= 65_535) return port;
  throw new ConfigError(`${name} is "${text}": set it to a number from ${min} to 65535.`);
}

function readSeconds(name: string, text: string, min = 0): number {
  const seconds = Number(text);
  if (/^\d+$/.test(text) && seconds >= min && seconds <= maxSeconds) return seconds;
  throw new ConfigError(`${name} is "${text}": set it to a number of seconds from ${min} to ${maxSeconds}.`);
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

/** Whether a text is meant to be the address of a database, as in DATABASE_URL. */
export function isDatabaseUrl(text: string): boolean {
  return /^postgres(ql)?:/.test(text);
}

function readDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && isDatabaseUrl(text) && url.pathname.length > 1) return text;
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

function readLogLevel(text = 'info'): Config['logLevel'] {
  const level = logLevels.find((known) => known === text);
  if (level !== undefined) return level;
  throw new ConfigError(`LOG_LEVEL is "${text}": set it to one of ${logLevels.join(', ')}.`);
}

function readMetrics(port: string | undefined, host = '127.0.0.1'): Config['metrics'] {
  return port === undefined ? undefined : { port: readPort('METRICS_PORT', port, 1), host };
}

/** The usual variables of OpenTelemetry. The rest of OTEL_EXPORTER_OTLP_… is read by its own library. */
function readTraces(get: Get): Config['traces'] {
  const endpoint = get('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? get('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === undefined || get('OTEL_SDK_DISABLED') === 'true' || get('OTEL_TRACES_EXPORTER') === 'none')
    return undefined;
  const protocol = get('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? get('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf';
  if (protocol !== 'http/protobuf' && protocol !== 'http/json') {
    throw new ConfigError(
      `OTEL_EXPORTER_OTLP_PROTOCOL is "${protocol}": set it to http/protobuf or http/json, and the endpoint to the HTTP port of the collector (usually 4318).`,
    );
  }
  return { protocol, ...readSampler(get('OTEL_TRACES_SAMPLER'), get('OTEL_TRACES_SAMPLER_ARG')) };
}

function readSampler(name = 'parentbased_always_on', ratioText = '1'): { isParentBased: boolean; ratio: number } {
  const [, parent, root] = /^(parentbased_)?(always_on|always_off|traceidratio)$/.exec(name) ?? [];
  if (root === undefined) {
    throw new ConfigError(
      `OTEL_TRACES_SAMPLER is "${name}": set it to always_on, always_off or traceidratio, or one of these with parentbased_ before it.`,
    );
  }
  const ratio = Number(ratioText);
  if (root === 'traceidratio' && !(ratio >= 0 && ratio <= 1))
    throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG is "${ratioText}": set it to a number from 0 to 1.`);
  return {
    isParentBased: parent !== undefined,
    ratio: root === 'traceidratio' ? ratio : Number(root === 'always_on'),
  };
}

function readStorage(get: Get, databaseUrl: string | undefined): S3Settings | undefined {
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
      'STORAGE_URL is set, and DATABASE_URL is not: files in S3 need PostgreSQL, where all nodes note what lies there.',
    );
  }
  const [accessKeyId, secretAccessKey] = [get('AWS_ACCESS_KEY_ID'), get('AWS_SECRET_ACCESS_KEY')];
  const sessionToken = get('AWS_SESSION_TOKEN');
  if (accessKeyId === undefined && secretAccessKey === undefined) return { ...place, credentials: undefined };
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new ConfigError('Of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY one is missing: set both, or none.');
  return { ...place, credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } };
}

function readSwitch(name: string, text = 'off'): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new ConfigError(`${name} is "${text}": set it to on or off.`);
}

function readSecret(text: string | undefined): string | undefined {
  if (text === undefined || text.length >= shortestSecret) return text;
  throw new ConfigError(
    `SECRET is too short: set it to at least ${shortestSecret} letters, digits and signs, for example from \`openssl rand -base64 32\`.`,
  );
}
