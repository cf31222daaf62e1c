import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '#server/database/open.ts';

/** What is new, of which account. The data is small, and means something to who knows what the signal is about. */
export type Signal = { about: 'changes' | 'sessions' | 'transfers'; account: string; data?: unknown };

/** A signal and the node it came from. */
export type Heard = Signal & { from: string };

/**
 * Tells every node that something of an account is new. A signal may get lost, so whoever needs to be sure looks at the
 * tables now and then as well.
 */
export type Signals = {
  /** Tells the other nodes. Returns at once; what is told within a few milliseconds travels together. */
  send(signal: Signal): void;
  /** Calls the listener for what other nodes tell, and with undefined when signals may have been missed. */
  listen(listener: (signal: Heard | undefined) => void): void;
  close(): Promise<void>;
};

/** For a database that no other node uses. */
export const noSignals: Signals = { send: () => {}, listen: () => {}, close: async () => {} };

const channel = 'keepsake';
/** Signals of this time travel together, in milliseconds. */
const gatherMs = 10;
/** A notification holds less than 8,000 bytes (documentation of NOTIFY). What is larger alone is not told. */
const mostBytes = 7900;
const shortestPauseMs = 100;
const longestPauseMs = 5000;
/** A connection that is dead without saying so is noticed after this time, in milliseconds. */
const heartbeatMs = 10_000;

type Deps = { db: Database; url: string; report: (problem: string, error: unknown) => void };

/** Signals by LISTEN and NOTIFY, outside of transactions: a NOTIFY inside one would let all commits wait for each other. */
export function openSignals({ db, url, report }: Deps): Signals {
  const from = randomUUID();
  const listeners: ((signal: Heard | undefined) => void)[] = [];
  const unsent = new Map<string, Signal>();
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const listening = keepListening();

  return {
    send(signal) {
      unsent.set(`${signal.about} ${signal.account}`, signal);
      timer ??= setTimeout(() => void sendAll(), gatherMs);
    },
    listen: (listener) => void listeners.push(listener),
    async close() {
      closing.abort();
      clearTimeout(timer);
      await listening;
    },
  };

  async function sendAll() {
    timer = undefined;
    const signals = [...unsent.values()];
    unsent.clear();
    try {
      for (const payload of payloadsOf(from, signals)) await sql`select pg_notify(${channel}, ${payload})`.execute(db);
    } catch (error) {
      report('Could not tell the other nodes what is new; they look for themselves', error);
    }
  }

  async function keepListening() {
    let pauseMs = shortestPauseMs;
    while (!closing.signal.aborted) {
      const begun = performance.now();
      await listenOnce().catch((error: unknown) => report('Lost the signals of other nodes', error));
      if (performance.now() - begun > longestPauseMs) pauseMs = shortestPauseMs;
      await pause(pauseMs, undefined, { signal: closing.signal }).catch(() => {});
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }

  /** Listens until the connection ends. */
  async function listenOnce() {
    const client = new pg.Client({ connectionString: url, keepAlive: true, query_timeout: heartbeatMs });
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const end = () => resolve();
    client.on('error', end);
    client.on('end', end);
    closing.signal.addEventListener('abort', end);
    client.on('notification', ({ payload }) => tell(payload));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      for (const listener of listeners) listener(undefined);
      const heartbeat = setInterval(() => void client.query('select 1').catch(end), heartbeatMs);
      await ended.finally(() => clearInterval(heartbeat));
    } finally {
      closing.signal.removeEventListener('abort', end);
      await client.end().catch(() => {});
    }
  }

  function tell(payload: string | undefined) {
    const told = read(payload);
    if (told === undefined || told.from === from) return;
    for (const signal of told.signals) for (const listener of listeners) listener({ ...signal, from: told.from });
  }
}

/** The signals in as few notifications as hold them. */
function* payloadsOf(from: string, signals: readonly Signal[]): Generator<string> {
  const begin = `{"from":${JSON.stringify(from)},"signals":[`;
  let texts: string[] = [];
  let bytes = begin.length;
  for (const text of signals.map((signal) => JSON.stringify(signal))) {
    const more = Buffer.byteLength(text) + 1;
    if (bytes + more > mostBytes && texts.length > 0) {
      yield `${begin}${texts.join(',')}]}`;
      [texts, bytes] = [[], begin.length];
    }
    if (bytes + more > mostBytes) continue;
    texts.push(text);
    bytes += more;
  }
  if (texts.length > 0) yield `${begin}${texts.join(',')}]}`;
}

/** Undefined for what no node of ours sent: anybody who may use the database may notify. */
function read(payload = ''): { from: string; signals: Signal[] } | undefined {
  try {
    const told: unknown = JSON.parse(payload);
    const isOurs = typeof told === 'object' && told !== null && 'from' in told && 'signals' in told;
    return isOurs && Array.isArray(told.signals) ? (told as { from: string; signals: Signal[] }) : undefined;
  } catch {
    return undefined;
  }
}
