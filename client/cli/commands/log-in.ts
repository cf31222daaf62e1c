import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import { exitCodes } from '#contract/command-line.ts';
import { createAccount } from '../../account.ts';
import { createApi } from '../../api.ts';
import { ApiError } from '../../api-error.ts';
import { findFolderAt } from '../../find-folder.ts';
import type { Server } from '../../server.ts';
import { type Config, configPath, readConfig, writeConfig } from '../shared/config-file.ts';
import { connect } from '../shared/connection.ts';
import { NotLoggedIn, UsageError } from '../shared/errors.ts';
import type { Output } from '../shared/output.ts';
import { revokeMade } from './log-out.ts';

type Values = {
  email?: string;
  token?: string;
  'app-check-key'?: string;
  'read-only'?: boolean;
  folder?: string;
  days?: string;
};

const dayMs = 24 * 60 * 60 * 1000;
/** A hundred years. */
const maxDays = 36_500;
/** What an app password is made with; one that exists already does not change. */
const making = ['email', 'read-only', 'folder', 'days'] as const;

/** Creates an app password, or takes the given one, and saves it for the next calls in the place of the one before, which is revoked. */
export async function logIn([address, ...more]: string[], values: Values, output: Output): Promise<number> {
  if (address === undefined || more.length > 0 || !isAddress(address))
    throw new UsageError(
      'Name the address of your server, beginning with https:// or http://, for example https://home.example.',
    );
  const ignored = values.token === undefined ? undefined : making.find((name) => values[name] !== undefined);
  if (ignored !== undefined)
    throw new UsageError(`--${ignored} is for a new app password, and --token takes one that exists already.`);
  const baseUrl = new URL(address).origin;
  const before = await readConfig().catch(() => undefined);
  const use = (token: string, appPasswordId?: string) =>
    save({ baseUrl, token, appPasswordId, appCheckKey: values['app-check-key'] });
  const userId = await (values.token === undefined ? withNewToken(baseUrl, values, use) : use(values.token));
  // The person is logged in, whatever becomes of it. That of another server stays: it may not answer.
  if (before?.baseUrl === baseUrl && before.token !== values.token) await revokeMade(before).catch(() => {});
  output.result({ baseUrl, userId }, () => `Logged in to ${baseUrl}. The app password is stored in ${configPath()}.`);
  return exitCodes.ok;
}

/** A token that the server rejects is not saved. Returns whose it is. */
async function save(config: Config): Promise<string> {
  const { userId } = await connect(config, 0)
    .api.folders.get({ id: 'root' })
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'unauthenticated')
        throw new NotLoggedIn(`${config.baseUrl} does not accept this app password.`);
      throw error;
    });
  await writeConfig(config);
  return userId;
}

/** Not `localhost:3000`, which is an address of its own kind. */
function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Makes an app password and does something with it; when that fails, nobody has the password, and it is revoked. */
async function withNewToken<Result>(
  baseUrl: string,
  { email: given, folder = '', days, ...values }: Values,
  use: (token: string, id: string) => Promise<Result>,
): Promise<Result> {
  const expiresAt = days === undefined ? null : Date.now() + readDays(days) * dayMs;
  const lines = process.stdin.isTTY ? undefined : readLines();
  const email = given ?? (lines ? await lines() : await ask('Email: '));
  const password = lines ? await lines() : await ask('Password: ', { isHidden: true });
  const server = sessionServer(baseUrl);
  const account = createAccount(server);
  const begun = await account
    .logIn({ email: email.trim(), password: password.trim() })
    .catch((error: unknown) => error);
  if (begun instanceof ApiError && begun.code === 'foreign-origin')
    throw new UsageError(
      `The server at ${baseUrl} has a public address, and accepts log-ins there only: log in to that address, or create an app password in your profile and give it with --token.`,
    );
  if (begun instanceof ApiError && begun.code === 'second-step-needed') {
    const code = lines ? await lines() : await ask('Code of the second step: ');
    await account.takeSecondStep({ code, trust: false });
  } else if (begun instanceof Error) throw begun;
  const api = createApi(server);
  try {
    const folderId = await findFolderAt(api, folder);
    if (folderId === undefined) throw new UsageError(`There is no folder ${folder}.`);
    const access = values['read-only'] === true ? 'read' : 'write';
    const name = `keepsake on ${hostname()}`.slice(0, 100);
    const { id, token } = await api.appPasswords.create({ name, access, folderId, expiresAt });
    return await use(token, id).catch(async (error: unknown) => {
      await api.appPasswords.revoke({ id }).catch(() => {});
      throw error;
    });
  } finally {
    // What was done counts: a session that is not ended here ends by itself.
    await account.logOut().catch(() => {});
  }
}

function readDays(text: string): number {
  const days = Number(text);
  if (/^\d+$/.test(text) && days >= 1 && days <= maxDays) return days;
  throw new UsageError(`--days takes a whole number from 1 to ${maxDays}.`);
}

/** A server with a session cookie, as in a browser: app passwords cannot create app passwords. */
function sessionServer(baseUrl: string): Server {
  let cookie = '';
  return {
    baseUrl,
    async fetch(input, init) {
      const request = new Request(input, init);
      request.headers.set('origin', baseUrl);
      if (cookie !== '') request.headers.set('cookie', cookie);
      const response = await fetch(request);
      const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
      if (cookies.length > 0) cookie = cookies.join('; ');
      return response;
    },
  };
}

/** Returns the next line of standard input at each call. */
function readLines(): () => Promise<string> {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  return async () => {
    const { value, done } = await lines.next();
    if (done === true) throw new UsageError('Standard input ended before the password.');
    return value;
  };
}

function ask(question: string, { isHidden = false } = {}): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: true });
  return new Promise((resolve, reject) => {
    terminal.on('close', () => reject(new UsageError('No input was given.')));
    terminal.question(question, (answer) => {
      resolve(answer);
      terminal.close();
      if (isHidden) process.stderr.write('\n');
    });
    // Suppresses the echo of what is typed.
    if (isHidden) Object.assign(terminal, { _writeToOutput: () => {} });
  });
}
