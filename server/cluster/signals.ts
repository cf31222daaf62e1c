import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '#server/database/open.ts';

/** What is new, of which account. `data` is small, and its shape depends on what the signal is about. */
export type Signal = { about: 'changes' | 'sessions' | 'transfers' | 'settings'; account: string; data?: unknown };

/** A signal and the node it came from. */
export type ReceivedSignal = Signal & { from: string };

/**
 * Tells every node that something of an account is new. A signal may get lost, so a listener that must not miss anything
 * also reads the tables now and then.
 */
export type Signals = {
  /** Sends to the other nodes. Returns at once; signals within a few milliseconds travel together. */
  send(signal: Signal): void;
  /** Calls the listener with the signals of other nodes, and with undefined when some may have been missed. */
  listen(listener: (signal: ReceivedSignal | undefined) => void): void;
  close(): Promise<void>;
};

/** For a database that no other node uses. */
export const noSignals: Signals = { send: () => {}, listen: () => {}, close: async () => {} };

const channel = 'keepsake';
/** Signals of this time travel together, in milliseconds. */
const gatherMs = 10;
/** A notification holds less than 8,000 bytes (documentation of NOTIFY). A larger signal is not sent. */
const maxPayloadBytes = 7900;
const minPauseMs = 100;
const maxPauseMs = 5000;
/** A connection that died silently is noticed after this time, in milliseconds. */
const heartbeatMs = 10_000;

type Deps = { db: Database; url: string; report: (problem: string, error: unknown) => void };

/** Signals by LISTEN and NOTIFY, outside transactions: a NOTIFY inside one would make all commits wait for each other. */
export function openSignals({ db, url, report }: Deps): Signals {
  const from = randomUUID();
  const listeners: ((signal: ReceivedSignal | undefined) => void)[] = [];
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
      report('Could not signal the other nodes; they read the tables instead', error);
    }
  }

  async function keepListening() {
    const { Client } = await import('pg');
    let pauseMs = minPauseMs;
    while (!closing.signal.aborted) {
      const begun = performance.now();
      await listenOnce(Client).catch((error: unknown) =>
        report('Lost the connection for signals of other nodes', error),
      );
      if (performance.now() - begun > maxPauseMs) pauseMs = minPauseMs;
      await pause(pauseMs, undefined, { signal: closing.signal }).catch(() => {});
      pauseMs = Math.min(pauseMs * 2, maxPauseMs);
    }
  }

  /** Listens until the connection ends. */
  async function listenOnce(Client: typeof pg.Client) {
    const client = new Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: heartbeatMs,
      query_timeout: heartbeatMs,
    });
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const end = () => resolve();
    client.on('error', end);
    client.on('end', end);
    closing.signal.addEventListener('abort', end);
    client.on('notification', ({ payload }) => deliver(payload));
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

  function deliver(payload: string | undefined) {
    const message = parse(payload);
    if (message === undefined || message.from === from) return;
    for (const signal of message.signals) for (const listener of listeners) listener({ ...signal, from: message.from });
  }
}

/** The signals in as few notifications as hold them. */
function* payloadsOf(from: string, signals: readonly Signal[]): Generator<string> {
  const begin = `{"from":${JSON.stringify(from)},"signals":[`;
  let texts: string[] = [];
  let bytes = begin.length;
  for (const text of signals.map((signal) => JSON.stringify(signal))) {
    const more = Buffer.byteLength(text) + 1;
    if (bytes + more > maxPayloadBytes && texts.length > 0) {
      yield `${begin}${texts.join(',')}]}`;
      [texts, bytes] = [[], begin.length];
    }
    if (bytes + more > maxPayloadBytes) continue;
    texts.push(text);
    bytes += more;
  }
  if (texts.length > 0) yield `${begin}${texts.join(',')}]}`;
}

/** Undefined for what none of our nodes sent: anybody with access to the database may notify. */
function parse(payload = ''): { from: string; signals: Signal[] } | undefined {
  try {
    const message: unknown = JSON.parse(payload);
    const isOurs = typeof message === 'object' && message !== null && 'from' in message && 'signals' in message;
    return isOurs && Array.isArray(message.signals) ? (message as { from: string; signals: Signal[] }) : undefined;
  } catch {
    return undefined;
  }
}
