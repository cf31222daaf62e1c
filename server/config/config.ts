import { resolve } from 'node:path';
import { maxConnections, silenceSeconds } from '#contract/limits.ts';
import { ConfigError } from '#server/errors/config-error.ts';
import { readContentUrl, readDatabaseUrl, readPublicUrl, readStorage, readTrustedProxies } from './addresses.ts';
import { readBackups } from './backups.ts';
import type { Config, Get } from './config-type.ts';
import { readMail, readMailFrom } from './mail.ts';
import { readOpenid, readPasswordLogIn } from './openid.ts';
import { readAppCheckKey, readSecret } from './secrets.ts';
import { readLogLevel, readMetrics, readTraces } from './telemetry.ts';
import { readBytes, readCount, readDays, readOpenIfSet, readPort, readSeconds, readSwitch } from './values.ts';

type Environment = Record<string, string | undefined>;

const publicUrl = (get: Get) => readPublicUrl(get('PUBLIC_URL'));
const databaseUrl = (get: Get) => readDatabaseUrl(get('DATABASE_URL'));
const openid = (get: Get) => readOpenid(get, publicUrl(get));

/** Each throws ConfigError, alike where several need the same setting. */
const readers: { [Name in keyof Config]: (get: Get) => Config[Name] } = {
  port: (get) => readPort('PORT', get('PORT') ?? '3000'),
  host: (get) => get('HOST'),
  dataFolder: (get) => resolve(get('KEEPSAKE_DATA') ?? 'data'),
  publicUrl,
  contentUrl: (get) => readContentUrl(get('CONTENT_URL'), publicUrl(get)),
  databaseUrl,
  storage: (get) => readStorage(get, databaseUrl(get)),
  redirectsDownloads: (get) => readSwitch('STORAGE_REDIRECT', get('STORAGE_REDIRECT')),
  secret: (get) => readSecret(get('SECRET')),
  mail: (get) => readMail(get('SMTP_URL')),
  mailFrom: (get) => readMailFrom(get('MAIL_FROM'), publicUrl(get)),
  signUp: (get) => readOpenIfSet('SIGN_UP', get('SIGN_UP')),
  defaultQuotaBytes: (get) => readBytes('DEFAULT_QUOTA', get('DEFAULT_QUOTA')),
  openid,
  passwordLogIn: (get) => readPasswordLogIn(get, openid(get)),
  sessionDays: (get) => ({
    idleDays: readDays('SESSION_IDLE_DAYS', get('SESSION_IDLE_DAYS') ?? '30'),
    maxDays: readDays('SESSION_MAX_DAYS', get('SESSION_MAX_DAYS') ?? '180'),
  }),
  logsFailedLogIns: (get) => readSwitch('LOG_FAILED_LOGINS', get('LOG_FAILED_LOGINS') ?? 'on'),
  appCheckKey: (get) => readAppCheckKey(get('APP_CHECK_KEY')),
  silenceSeconds: (get) => readSeconds('SILENCE_SECONDS', get('SILENCE_SECONDS') ?? String(silenceSeconds), 1),
  maxConnections: (get) => readCount('MAX_CONNECTIONS', get('MAX_CONNECTIONS') ?? String(maxConnections)),
  removalDelaySeconds: (get) => readSeconds('REMOVAL_DELAY_SECONDS', get('REMOVAL_DELAY_SECONDS') ?? '3600'),
  isTrustedProxy: (get) => readTrustedProxies(get('TRUSTED_PROXIES')),
  backups: readBackups,
  logLevel: (get) => readLogLevel(get('LOG_LEVEL')),
  metrics: (get) => readMetrics(get('METRICS_PORT'), get('METRICS_HOST')),
  traces: readTraces,
  drainLeadSeconds: (get) => readSeconds('DRAIN_LEAD_SECONDS', get('DRAIN_LEAD_SECONDS') ?? '0'),
  drainSeconds: (get) => readSeconds('DRAIN_SECONDS', get('DRAIN_SECONDS') ?? '10'),
};

/** Reads the settings. Throws a ConfigError that tells of all that cannot be used, a line for each. */
export function readConfig(environment: Environment = process.env): Config {
  const get: Get = (name) => environment[name]?.trim() || undefined;
  const problems = new Set<string>();
  const read: Record<string, unknown> = {};
  for (const [name, reader] of Object.entries(readers)) {
    try {
      read[name] = reader(get);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.add(error.message);
    }
  }
  if (problems.size > 0) throw new ConfigError([...problems].join('\n'));
  return read as Config;
}

/** The settings with some of them changed or unset. Throws ConfigError. */
export function readConfigOf(changed: Environment): Config {
  return readConfig({ ...process.env, ...changed });
}
