import { z } from 'zod';
import { type LogInWays, openidPurposes, problemParameter, secondStepParameter, type Ways } from '#contract/openid.ts';
import type { Admitted } from '#server/accounts/admitted.ts';
import type { Auth } from '#server/accounts/auth/auth-service.ts';
import type { Client } from '#server/accounts/client-details.ts';
import type { Openid } from '#server/accounts/openid/openid.ts';
import { invitationToken } from '#server/accounts/people/invitations.ts';
import type { Principal } from '#server/accounts/principal.ts';
import { type AnswerError, answerCode, errorResponse } from '#server/errors/answer-error.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Identify } from '../middleware/identify.ts';

type Deps = {
  /** Undefined where the operator set no log-in provider. */
  openid: Openid | undefined;
  ways: Ways;
  isSignUpOpen: () => Promise<boolean>;
  auth: Pick<Auth, 'admit'>;
  identify: Identify;
  answerError: AnswerError;
};

export type OpenidHandler = ReturnType<typeof createOpenidHandler>;

/** A path of this server, as the browser reads it: also what it makes of `/.//elsewhere`. */
const ownPath = z
  .string()
  .max(1024)
  .regex(/^\/(?![/\\])[^\p{Cc}\\]*$/u)
  .transform(pathOf)
  .refine((path) => !path.startsWith('//'));
const wanted = z
  .strictObject({
    purpose: z.enum(openidPurposes),
    returnTo: ownPath.default('/dashboard'),
    invitation: invitationToken.optional(),
  })
  .refine(({ purpose, invitation }) => purpose === 'log-in' || invitation === undefined);
const waysSeconds = 60;

/** The way to the log-in provider and back. */
export function createOpenidHandler({ openid, ways, isSignUpOpen, auth, identify, answerError }: Deps) {
  return {
    /** The ways to log in, for everybody. */
    async logInWays(): Promise<Response> {
      const answer: LogInWays = { ...ways, signUp: ways.password && (await isSignUpOpen()) };
      return Response.json(answer, { headers: { 'cache-control': `public, max-age=${waysSeconds}` } });
    },

    /** Answers with the address at the provider to go to, and makes the browser known by a cookie. */
    async begin(request: Request, client: Client): Promise<Response> {
      if (openid === undefined) return errorResponse(answerCode('no-provider'));
      const body = wanted.safeParse(await request.json().catch(() => undefined));
      if (!body.success) return errorResponse(answerCode('invalid-input'));
      const principal = body.data.purpose === 'log-in' ? undefined : await identify(request.headers);
      const { url, cookie } = await openid.begin(body.data, principal, client);
      return Response.json({ url: url.href }, { headers: { 'set-cookie': cookie } });
    },

    /**
     * The redirect URI. Sends the browser on: to the page that it came from, or, with the code of what failed as `problem`, to that
     * page or to the log-in page. The request has the header with the client's address.
     */
    async callback(request: Request, client: Client): Promise<Response> {
      if (openid === undefined) return errorResponse(answerCode('no-provider'));
      const { search } = new URL(request.url);
      const cookie = request.headers.get('cookie');
      const flow = openid.flowOf(cookie, search);
      const headers = new Headers();
      try {
        const done = await openid.finish({ cookie, search }, await principalOf(request.headers), client);
        const page = flow?.returnTo ?? '/dashboard';
        const isLogged = typeof done === 'string' || (await admit(request, done, headers));
        headers.set('location', isLogged ? page : withParameter('/login', secondStepParameter, page));
      } catch (error) {
        const page = flow === undefined || flow.purpose === 'log-in' ? '/login' : flow.returnTo;
        headers.set('location', withParameter(page, problemParameter, answerError(error).body.code));
      }
      // Only what began here ends here: a link from elsewhere ends nobody's log-in.
      if (flow !== undefined) headers.append('set-cookie', openid.endCookie());
      return new Response(null, { status: 302, headers });
    },
  };

  /** Begins the session, and returns whether it did: else the second step of the account is to be taken first. */
  async function admit(request: Request, done: Admitted, headers: Headers): Promise<boolean> {
    const answer = await auth.admit(request, done);
    const { code } = (await answer.json()) as { code?: string };
    const isFirstStep = code === 'second-step-needed';
    if (!answer.ok && !isFirstStep)
      throw new KeepsakeError(code === 'account-disabled' || code === 'log-in-expired' ? code : 'unavailable');
    for (const line of answer.headers.getSetCookie()) headers.append('set-cookie', line);
    return !isFirstStep;
  }

  /** Whoever is logged in at the browser; undefined for nobody. */
  async function principalOf(headers: Headers): Promise<Principal | undefined> {
    try {
      return await identify(headers);
    } catch (error) {
      if (error instanceof KeepsakeError && error.code === 'unauthenticated') return undefined;
      throw error;
    }
  }
}

function withParameter(page: string, name: string, value: string): string {
  const url = new URL(page, 'http://any');
  url.searchParams.set(name, value);
  return pathOf(url);
}

/** In ASCII, as a header needs it. */
function pathOf(page: string | URL): string {
  const { pathname, search, hash } = new URL(page, 'http://any');
  return `${pathname}${search}${hash}`;
}
