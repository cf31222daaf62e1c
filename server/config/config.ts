import { resolve } from 'node:path';
import { silenceSeconds } from '#contract/limits.ts';
import type { S3Settings } from '#server/blobs/s3/client/settings.ts';
import {
  readContentUrl,
  readDatabaseUrl,
  readMail,
  readPublicUrl,
  readStorage,
  readTrustedProxies,
} from './addresses.ts';
import { readAppCheckKey, readSecret } from './secrets.ts';
import { type logLevels, readLogLevel, readMetrics, readTraces } from './telemetry.ts';
import { readPort, readSeconds, readSignUp, readSwitch } from './values.ts';

/** Everything that the environment sets. */
export type Config = {
  /** 0 asks the system for a free port. */
  port: number;
  host: string | undefined;
  /** Absolute path of the folder that has everything this installation stores. */
  dataFolder: string;
  /** Origin under which people reach the server, or undefined when it is reached directly. */
  publicUrl: URL | undefined;
  /** A second origin, from which browsers read files. */
  contentUrl: URL | undefined;
  /** Address of a PostgreSQL database; undefined for SQLite in the data folder. */
  databaseUrl: string | undefined;
  /** Where the bytes of files lie; undefined for the data folder. */
  storage: S3Settings | undefined;
  /** Whether downloads may be redirected to the S3 server. */
  redirectsDownloads: boolean;
  /** Key of session cookies and links; undefined when the server makes its own. */
  secret: string | undefined;
  mail: { kind: 'outbox' } | { kind: 'smtp'; url: string };
  mailFrom: string;
  signUp: 'open' | 'closed';
  /** Whether failed log-ins are logged with the address of the client. */
  logsFailedLogIns: boolean;
  /** What programs have to send beside their bearer token; undefined for nothing. */
  appCheckKey: string | undefined;
  /** How long a time has to be over, by a clock that did not jump, before something is removed for good because of it. */
  removalDelaySeconds: number;
  /** How long no byte may move on a connection while the server waits for the client. */
  silenceSeconds: number;
  /** Whether an address is a reverse proxy whose X-Forwarded-For is trusted. */
  isTrustedProxy: (address: string) => boolean;
  logLevel: (typeof logLevels)[number];
  /** Where metrics are served, undefined for nowhere. */
  metrics: { port: number; host: string } | undefined;
  /** The part of the requests that are traced, from 0 to 1, where the caller's decision does not count; undefined for no traces. */
  traces: { protocol: 'http/json' | 'http/protobuf'; isParentBased: boolean; ratio: number } | undefined;
  /** How long the server continues after it announced that it stops, so that load balancers notice. */
  drainLeadSeconds: number;
  /** How long running requests then have to end. */
  drainSeconds: number;
};

type Environment = Record<string, string | undefined>;
/** The value of a setting; undefined when it is empty or unset. */
export type Get = (name: string) => string | undefined;

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
    contentUrl: readContentUrl(get('CONTENT_URL'), publicUrl),
    databaseUrl,
    storage: readStorage(get, databaseUrl),
    redirectsDownloads: readSwitch('STORAGE_REDIRECT', get('STORAGE_REDIRECT')),
    secret: readSecret(get('SECRET')),
    mail: readMail(get('SMTP_URL')),
    mailFrom: get('MAIL_FROM') ?? `Keepsake <keepsake@${publicUrl?.hostname ?? 'localhost'}>`,
    signUp: readSignUp(get('SIGN_UP')),
    logsFailedLogIns: readSwitch('LOG_FAILED_LOGINS', get('LOG_FAILED_LOGINS') ?? 'on'),
    appCheckKey: readAppCheckKey(get('APP_CHECK_KEY')),
    silenceSeconds: readSeconds('SILENCE_SECONDS', get('SILENCE_SECONDS') ?? String(silenceSeconds), 1),
    removalDelaySeconds: readSeconds('REMOVAL_DELAY_SECONDS', get('REMOVAL_DELAY_SECONDS') ?? '3600'),
    isTrustedProxy: readTrustedProxies(get('TRUSTED_PROXIES')),
    logLevel: readLogLevel(get('LOG_LEVEL')),
    metrics: readMetrics(get('METRICS_PORT'), get('METRICS_HOST')),
    traces: readTraces(get),
    drainLeadSeconds: readSeconds('DRAIN_LEAD_SECONDS', get('DRAIN_LEAD_SECONDS') ?? '0'),
    drainSeconds: readSeconds('DRAIN_SECONDS', get('DRAIN_SECONDS') ?? '10'),
  };
}

/** The settings with some of them changed or unset. Throws ConfigError. */
export function readConfigOf(changed: Environment): Config {
  return readConfig({ ...process.env, ...changed });
}
