import type { S3Settings } from '#server/blobs/s3/client/settings.ts';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

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
  /** Undefined where administrators decide. */
  signUp: 'open' | 'closed' | undefined;
  /** How many bytes an account without a quota of its own may store; undefined where administrators decide. */
  defaultQuotaBytes: number | undefined;
  /**
   * The log-in provider, whether it opens new accounts (undefined: as `signUp`), and whether two-step login asks after it;
   * undefined for none.
   */
  openid:
    | {
        issuer: URL;
        clientId: string;
        clientSecret: string;
        name: string;
        signUp: 'open' | 'closed' | undefined;
        asksSecondStep: boolean;
      }
    | undefined;
  /** Whether people log in with passwords. */
  passwordLogIn: 'open' | 'closed';
  /** After how many days without use a session ends, and after how many in all. */
  sessionDays: { idleDays: number; maxDays: number };
  /** Whether failed log-ins are logged with the address of the client. */
  logsFailedLogIns: boolean;
  /** What programs have to send beside their bearer token; undefined for nothing. */
  appCheckKey: string | undefined;
  /** How long a time has to be over, by a clock that did not jump, before something is removed for good because of it. */
  removalDelaySeconds: number;
  /** How long no byte may move on a connection while the server waits for the client. */
  silenceSeconds: number;
  /** Connections that are open at the same time. */
  maxConnections: number;
  /** Whether an address is a reverse proxy whose X-Forwarded-For is trusted. */
  isTrustedProxy: (address: string) => boolean;
  /** Where the server puts backups by itself, and when: HH:MM by the clock on its wall. Undefined for no backups. */
  backups: { folder: string; at: string } | undefined;
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

/** The value of a setting; undefined when it is empty or unset. */
export type Get = (name: string) => string | undefined;
