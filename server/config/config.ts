import { resolve } from 'node:path';
import { maxConnections, silenceSeconds } from '#contract/limits.ts';
import { readContentUrl, readDatabaseUrl, readPublicUrl, readStorage, readTrustedProxies } from './addresses.ts';
import { readBackups } from './backups.ts';
import type { Config, Get } from './config-type.ts';
import { readMail, readMailFrom } from './mail.ts';
import { readOpenid, readPasswordLogIn } from './openid.ts';
import { readAppCheckKey, readSecret } from './secrets.ts';
import { readLogLevel, readMetrics, readTraces } from './telemetry.ts';
import { readBytes, readCount, readDays, readOpenIfSet, readPort, readSeconds, readSwitch } from './values.ts';

type Environment = Record<string, string | undefined>;
/** Reads the settings. Throws ConfigError at the first one that cannot be used. */
export function readConfig(environment: Environment = process.env): Config {
  const get: Get = (name) => environment[name]?.trim() || undefined;
  const publicUrl = readPublicUrl(get('PUBLIC_URL'));
  const databaseUrl = readDatabaseUrl(get('DATABASE_URL'));
  const openid = readOpenid(get, publicUrl);
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
    mailFrom: readMailFrom(get('MAIL_FROM'), publicUrl),
    signUp: readOpenIfSet('SIGN_UP', get('SIGN_UP')),
    defaultQuotaBytes: readBytes('DEFAULT_QUOTA', get('DEFAULT_QUOTA')),
    openid,
    passwordLogIn: readPasswordLogIn(get, openid),
    sessionDays: {
      idleDays: readDays('SESSION_IDLE_DAYS', get('SESSION_IDLE_DAYS') ?? '30'),
      maxDays: readDays('SESSION_MAX_DAYS', get('SESSION_MAX_DAYS') ?? '180'),
    },
    logsFailedLogIns: readSwitch('LOG_FAILED_LOGINS', get('LOG_FAILED_LOGINS') ?? 'on'),
    appCheckKey: readAppCheckKey(get('APP_CHECK_KEY')),
    silenceSeconds: readSeconds('SILENCE_SECONDS', get('SILENCE_SECONDS') ?? String(silenceSeconds), 1),
    maxConnections: readCount('MAX_CONNECTIONS', get('MAX_CONNECTIONS') ?? String(maxConnections)),
    removalDelaySeconds: readSeconds('REMOVAL_DELAY_SECONDS', get('REMOVAL_DELAY_SECONDS') ?? '3600'),
    isTrustedProxy: readTrustedProxies(get('TRUSTED_PROXIES')),
    backups: readBackups(get),
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
