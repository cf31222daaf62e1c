import { createHash, createHmac, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashPassword } from 'better-auth/crypto';
import type { Credentials } from '#client/account.ts';
import type { TestServer } from '../server/start-server.ts';
import { query } from './query.ts';

/** A server whose database and data folder can be reached. */
export type Reachable = Pick<TestServer, 'dataFolder' | 'databaseUrl' | 'settings'>;

const password = 'the password of all inserted people';
/** SESSION_MAX_DAYS without a setting. */
const sessionMs = 180 * 24 * 60 * 60 * 1000;

let hash: Promise<string> | undefined;

/**
 * Inserts an account with a session into the tables of better-auth, as its sign-up and sign-in do. A password is hashed
 * once in a worker, since that costs a tenth of a second each time. With `isOld` as a version did that stored the token of a
 * session, and not when it was confirmed.
 */
export async function insertPerson(
  server: Reachable,
  { isOld = false } = {},
): Promise<Credentials & { uid: string; cookies: Cookies }> {
  const uid = randomUUID();
  const token = randomUUID();
  const email = `${uid}@example.org`;
  const now = new Date().toISOString();
  const ends = new Date(Date.now() + sessionMs).toISOString();
  const passwordHash = await (hash ??= hashPassword(password));
  const times = '"createdAt", "updatedAt"';
  await query(
    server,
    `insert into "user" (id, name, email, "emailVerified", ${times}) values ('${uid}', '${email}', '${email}', false, '${now}', '${now}')`,
    `insert into account (id, "accountId", "providerId", "userId", password, ${times}) values ('${randomUUID()}', '${uid}', 'credential', '${uid}', '${passwordHash}', '${now}', '${now}')`,
    isOld
      ? `insert into session (id, token, "userId", "expiresAt", ${times}) values ('${randomUUID()}', '${token}', '${uid}', '${ends}', '${now}', '${now}')`
      : `insert into session (id, token, "userId", "expiresAt", "confirmedAt", "lastSeenAt", ${times}) values ('${randomUUID()}', '${createHash('sha256').update(token).digest('hex')}', '${uid}', '${ends}', ${Date.now()}, ${Date.now()}, '${now}', '${now}')`,
  );
  return { uid, email, password, cookies: cookiesOf(token, await secretOf(server)) };
}

type Cookies = Record<string, string>;

/** The session cookie as better-auth signs it: HMAC-SHA256 in Base64 after the token. */
export function cookiesOf(token: string, secret: string): Cookies {
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return { 'better-auth.session_token': encodeURIComponent(`${token}.${signature}`) };
}

/** That of the setting; else nodes share one in the database, and a single server has one in its data folder. */
export async function secretOf(server: Reachable): Promise<string> {
  const { SECRET = '', STORAGE_URL = '' } = server.settings;
  if (SECRET !== '') return SECRET;
  if (STORAGE_URL === '') return (await readFile(join(server.dataFolder, 'secret'), 'utf8')).trim();
  const [installation] = await query(server, 'select secret from installation');
  return String(installation?.['secret']);
}
