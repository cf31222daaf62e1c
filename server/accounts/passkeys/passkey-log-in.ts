import type { Kysely } from 'kysely';
import { z } from 'zod';
import { passkeyAnswer } from '#contract/records/passkeys.ts';
import type { Database } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Admitted } from '../admitted.ts';
import { clientOf } from '../client-details.ts';
import { credentialsOf } from '../credentials.ts';
import type { DeviceCookies } from '../guesses/device-cookies.ts';
import type { Guesses } from '../guesses/guesses.ts';
import { readJson } from '../read-json.ts';
import type { ShowPasskey } from './show-passkey.ts';

type Deps = {
  db: Database;
  show: ShowPasskey;
  guesses: Guesses;
  devices: DeviceCookies;
  secondStep: {
    /** The account whose second step a request may take. */
    accountOf: (request: Request) => Promise<string | undefined>;
    end: (request: Request, answer: Response) => Promise<void>;
  };
  /** Begins a session in the account that the request is admitted to. */
  admit: (request: Request, known: { admitted: Admitted }) => Promise<Response>;
};

const optionsInput = z.strictObject({ secondStep: z.boolean().default(false) });
const logInInput = z.strictObject({ answer: passkeyAnswer });

/** Logs people in with a passkey: instead of address and password, or as their second step. */
export function createPasskeyLogIn({ db, show, guesses, devices, secondStep, admit }: Deps) {
  return {
    /** Answers what a browser is asked with. Throws second-step-over, too-many-requests. */
    async options(request: Request): Promise<Response> {
      await count(request);
      const wanted = await readJson(request, optionsInput);
      const account = wanted.secondStep ? await secondStep.accountOf(request) : null;
      if (account === undefined) throw new KeepsakeError('second-step-over');
      return Response.json(await show.ask('passkey-log-in', account, originOf(request)));
    },

    /** Answers what the browser shows. A passkey with the person's finger, face or PIN is two factors, so nothing else is asked. */
    async take(request: Request): Promise<Response> {
      await count(request);
      const { answer } = await readJson(request, logInInput);
      const { account, use } = await show.check('passkey-log-in', answer, originOf(request));
      const useIn = async (trx: Kysely<Tables>) => ((await use(trx)) ? undefined : 'passkey-refused');
      const admitted = { account, isConfirmed: true, use: useIn } satisfies Admitted;
      const response = await admit(request, { admitted });
      if (!response.ok) return response;
      await makeKnown(request, response, account);
      await secondStep.end(request, response);
      return response;
    },
  };

  async function count(request: Request): Promise<void> {
    const path = new URL(request.url).pathname.replace('/api/auth', '');
    const waitMs = await guesses.call(path, clientOf(request.headers).address ?? '');
    if (waitMs !== undefined) throw new KeepsakeError('too-many-requests');
  }

  /** Lets the browser be recognized when somebody types a password or a code there. */
  async function makeKnown(request: Request, response: Response, id: string): Promise<void> {
    const account = await credentialsOf(db, id);
    if (account === undefined) return;
    const known = { ...account, passwordHash: account.passwordHash ?? '' };
    const device = devices.deviceOf(request.headers.get('cookie'), known);
    response.headers.append('set-cookie', devices.setCookie(known, device));
  }
}

/** The router has made sure that it is one of this server. Throws foreign-origin where there is none. */
function originOf({ headers }: Request): string {
  const origin = headers.get('origin');
  if (origin === null) throw new KeepsakeError('foreign-origin');
  return origin;
}
