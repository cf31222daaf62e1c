import type { Logger } from 'pino';
import { openidSeconds, providerClockSeconds } from '#contract/limits.ts';
import { type OpenidWanted, openidCallbackPath } from '#contract/openid.ts';
import type { Database } from '#server/database/open.ts';
import { conflictCodeOf } from '#server/errors/conflict-code.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Admitted } from '../admitted.ts';
import { requirePerson } from '../app-passwords.ts';
import type { VouchedPeople } from '../auth/vouched-people.ts';
import type { Client } from '../client-details.ts';
import type { Confirmation } from '../confirmation/confirmation.ts';
import { requireConfirmed } from '../confirmation/require-confirmed.ts';
import type { AccountEvents } from '../events/account-events.ts';
import type { Attempts } from '../guesses/attempts.ts';
import { createGuesses } from '../guesses/guesses.ts';
import { holdAccess } from '../hold-access.ts';
import type { Invitations } from '../people/invitations.ts';
import type { Principal } from '../principal.ts';
import { createFlows, type Flow } from './flows.ts';
import { type Identities, nameOf } from './identities.ts';
import { createProvider, type ProviderSettings, type Vouched } from './provider.ts';

type Deps = {
  db: Database;
  settings: ProviderSettings & {
    /** Whether the provider opens new accounts; undefined where it does as long as anybody may sign up. */
    signUp: 'open' | 'closed' | undefined;
    /** Whether an account with two-step login asks for the second step after the provider, too. */
    asksSecondStep: boolean;
  };
  /** Whether anybody may sign up, without an invitation. */
  isSignUpOpen: () => Promise<boolean>;
  passwordLogIn: 'open' | 'closed';
  publicUrl: URL;
  secret: string;
  identities: Identities;
  people: VouchedPeople;
  invitations: Pick<Invitations, 'read' | 'accept'>;
  events: AccountEvents;
  confirmation: Confirmation;
  attempts: Attempts;
  /** Called after everything that gave access to an account has ended. */
  onTakenOver: (account: string) => void;
  log: Logger;
  now: () => number;
};

export type Openid = ReturnType<typeof createOpenid>;

/** With which a log-in ends that came later than another one of the same person. */
const lateCodes = new Set(['identity-taken', 'account-exists', 'account-of-another']);

/** What somebody has reached who came back from the provider. */
type Finished =
  /** An account to begin a session in, and whether they typed their password for it just now. */
  Admitted | 'connected' | 'confirmed';

/** Lets people in whom the operator's provider vouches for (decision 78). */
export function createOpenid(deps: Deps) {
  const { db, settings, passwordLogIn, publicUrl, secret, identities, people, invitations, events } = deps;
  const { confirmation, attempts, now } = deps;
  const provider = createProvider({ settings, redirectUri: new URL(openidCallbackPath, publicUrl) });
  const flows = createFlows({ secret, isHttps: publicUrl.protocol === 'https:', now });
  const guesses = createGuesses(attempts);

  return {
    endCookie: flows.endCookie,

    /**
     * Where the browser goes, and the cookie by which it is known when it comes back. Throws confirmation-needed, session-needed,
     * too-many-requests, provider-unavailable.
     */
    async begin(
      { purpose, returnTo, invitation }: OpenidWanted,
      principal: Principal | undefined,
      client: Client,
    ): Promise<{ url: URL; cookie: string }> {
      await permit('/openid/begin', client);
      if (purpose === 'connect') requireConfirmed(personIn(principal), now());
      const sessionId = purpose === 'log-in' ? null : (personIn(principal).sessionId ?? null);
      const { secrets, cookie } = flows.begin({ purpose, returnTo, sessionId, invitation });
      return { url: await provider.addressOf(secrets, { again: purpose === 'confirm' }), cookie };
    },

    /** The flow that a browser comes back with, if the query is an answer to it. It is looked at only. */
    flowOf: (cookie: string | null, search: string): Flow | undefined =>
      flows.read(cookie, new URLSearchParams(search).get('state'))?.flow,

    /**
     * Takes the answer of the provider in the query of the redirect URI. Throws log-in-expired unless this browser began it, and
     * did so once; what the provider and the rules of accounts refuse.
     */
    async finish(
      { cookie, search }: { cookie: string | null; search: string },
      principal: Principal | undefined,
      client: Client,
    ): Promise<Finished> {
      await permit('/openid/callback', client);
      const begun = flows.read(cookie, new URLSearchParams(search).get('state'));
      if (begun === undefined) throw new KeepsakeError('log-in-expired');
      const { flow, secrets } = begun;
      const once = { key: `openid:${secrets.state}`, max: 1, windowMs: openidSeconds * 1000 };
      if ((await attempts.take([once])) !== undefined) throw new KeepsakeError('log-in-expired');
      const vouched = await provider.personOf(search, secrets).catch(told);
      const isConfirmed = vouched.authenticatedAt >= flow.begunAt - providerClockSeconds * 1000;
      if (flow.purpose === 'log-in') {
        const account = await open(vouched, flow.invitation, client);
        // It may be disconnected before the session begins: a reset may come in between.
        const use: Admitted['use'] = async (trx) =>
          (await identities.accountOf(vouched, trx)) === account ? undefined : 'log-in-expired';
        return { account, isConfirmed, needsSecondStep: settings.asksSecondStep, use };
      }
      const person = personIn(principal);
      if (person.sessionId !== flow.sessionId) throw new KeepsakeError('log-in-expired');
      if (flow.purpose === 'connect') {
        await connect(person, vouched, client);
        return 'connected';
      }
      if ((await identities.accountOf(vouched)) !== person.account) throw new KeepsakeError('another-identity');
      if (!isConfirmed) throw new KeepsakeError('provider-refused');
      await confirmation.confirm(person);
      return 'confirmed';
    },
  };

  /** The person reads that it failed, the operator why. */
  function told(error: unknown): never {
    if (codeOf(error) === 'provider-refused') deps.log.warn({ err: (error as Error).cause }, 'A log-in was refused');
    throw error;
  }

  /** The account of somebody who logs in; of somebody new, the one with their address, or a new one, which an invitation may allow. */
  async function open(vouched: Vouched, invitation: string | undefined, client: Client): Promise<string> {
    const known = await identities.accountOf(vouched);
    const account = known ?? (await adopt(vouched, invitation, client).catch(again));
    await identities.used(vouched);
    return account;

    /** Another log-in of the same person may have come first. */
    async function again(error: unknown): Promise<string> {
      const isLate = conflictCodeOf(error) === 'address-taken' || lateCodes.has(codeOf(error) ?? '');
      const other = isLate ? await identities.accountOf(vouched) : undefined;
      if (other === undefined) throw error;
      return other;
    }
  }

  async function adopt(vouched: Vouched, invitation: string | undefined, client: Client): Promise<string> {
    const { address, issuer } = vouched;
    if (address === null) throw new KeepsakeError('address-unverified');
    // Before the transaction: this is another statement.
    const maySignUp = settings.signUp === undefined ? await deps.isSignUpOpen() : settings.signUp === 'open';
    const { event, isTakenOver } = await db.transaction().execute(async (trx) => {
      const found = await people.withAddress(trx, address);
      const isAnybodys = found !== undefined && !found.isVerified;
      // Whom the provider knew by this address before may be somebody else: addresses are given away again.
      const isAnothers = found !== undefined && (await identities.hasOf(trx, found.account, issuer));
      // Where passwords are closed, nobody can do what the other answer advises.
      if (isAnothers && passwordLogIn === 'closed') throw new KeepsakeError('account-of-another');
      if (isAnothers || (isAnybodys && passwordLogIn === 'open')) throw new KeepsakeError('account-exists');
      if (isAnybodys) await people.takeOver(trx, found.account);
      if (found === undefined && invitation === undefined && !maySignUp) throw new KeepsakeError('sign-up-closed');
      const id = found?.account ?? (await people.create(trx, address));
      // It is for somebody who has no account yet. The link of the server's own is used up on its page, to which they come back.
      if (
        found === undefined &&
        invitation !== undefined &&
        (await invitations.read(invitation, trx)).kind === 'person'
      )
        await invitations.accept(trx, invitation, { account: id, email: address });
      await identities.add(trx, id, vouched);
      const kind = found === undefined ? 'sign-up' : isAnybodys ? 'password-replaced' : 'provider-connected';
      const happened = { account: id, kind, client, subject: found === undefined ? null : nameOf(issuer) } as const;
      await events.record(happened, trx);
      return { event: happened, isTakenOver: isAnybodys };
    });
    if (isTakenOver) deps.onTakenOver(event.account);
    await events.tell(event);
    return event.account;
  }

  async function connect(principal: Principal, vouched: Vouched, client: Client): Promise<void> {
    const { account } = principal;
    if ((await identities.accountOf(vouched)) === account) return;
    await db.transaction().execute(async (trx) => {
      await holdAccess(trx, principal);
      await identities.add(trx, account, vouched);
    });
    await events.happened({ account, kind: 'provider-connected', client, subject: nameOf(vouched.issuer) });
  }

  async function permit(path: string, { address }: Client): Promise<void> {
    if ((await guesses.call(path, address ?? '')) !== undefined) throw new KeepsakeError('too-many-requests');
  }
}

function personIn(principal: Principal | undefined): Principal {
  if (principal === undefined) throw new KeepsakeError('unauthenticated');
  requirePerson(principal);
  return principal;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof KeepsakeError ? error.code : undefined;
}
