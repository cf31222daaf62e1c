import type { Configuration, IDToken } from 'openid-client';
import { providerClockSeconds, providerSeconds } from '#contract/limits.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { providerFetch } from './provider-fetch.ts';

/** As the operator registered this server with the log-in provider. */
export type ProviderSettings = { issuer: URL; clientId: string; clientSecret: string; name: string };

/** The secrets of one log-in, which only the browser that began it can complete. */
export type FlowSecrets = { state: string; nonce: string; verifier: string };

/** Somebody as the provider knows them. */
export type Vouched = {
  issuer: string;
  /** Of all people of the issuer, this one, for ever. */
  subject: string;
  /** An email address in lower case that the provider has verified; null without one. */
  address: string | null;
  /** When they last typed a password there, in milliseconds; 0 where the provider does not say. */
  authenticatedAt: number;
};

/** What the provider offers is asked for again after this long; the keys every five minutes, and when one is unknown. */
const rediscoverMs = 60 * 60 * 1000;
const anyAgeSeconds = 365 * 24 * 60 * 60;
const maxSubject = 255;
const maxAddress = 254;

/**
 * The log-in provider of the operator (OpenID Connect Core 1.0, authorization code with PKCE). It is asked when somebody
 * wants to log in by it and not before, and the library that speaks with it is loaded then: one that is down keeps nobody
 * else from anything. Throws provider-unavailable when it does not answer, provider-refused when it vouches for nobody.
 */
export function createProvider({ settings, redirectUri }: { settings: ProviderSettings; redirectUri: URL }) {
  let known: { configuration: Configuration; at: number } | undefined;
  let asking: Promise<Configuration> | undefined;

  return {
    /** Where a browser logs in. With `again` the provider asks for the password even of somebody who is logged in there. */
    async addressOf({ state, nonce, verifier }: FlowSecrets, { again }: { again: boolean }): Promise<URL> {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
      return buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri.href,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // Asked for any age, the provider tells when the password was typed (Core, section 3.1.2.1).
        ...(again ? { prompt: 'login', max_age: '0' } : { max_age: String(anyAgeSeconds) }),
      });
    },

    /**
     * Who came back with this query of the redirect URI. Checks state, nonce, issuer, audience, expiry and signature. The
     * tokens are not kept.
     */
    async personOf(search: string, { state, nonce, verifier }: FlowSecrets): Promise<Vouched> {
      const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client');
      const provider = await configuration();
      try {
        const tokens = await authorizationCodeGrant(provider, new URL(search, redirectUri), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
        });
        const claims = tokens.claims() as IDToken;
        const { userinfo_endpoint: userInfo } = provider.serverMetadata();
        const isComplete = claims['email'] !== undefined || userInfo === undefined;
        const about = isComplete ? claims : await fetchUserInfo(provider, tokens.access_token, claims.sub);
        return vouchedIn(claims, about);
      } catch (error) {
        throw unanswered(error) ?? new KeepsakeError('provider-refused', { cause: plain(error) });
      }
    },
  };

  /** Those who ask at the same time wait for the same answer. */
  async function configuration(): Promise<Configuration> {
    if (known !== undefined && performance.now() - known.at < rediscoverMs) return known.configuration;
    asking ??= discover().finally(() => {
      asking = undefined;
    });
    try {
      known = { configuration: await asking, at: performance.now() };
      return known.configuration;
    } catch (error) {
      // What it said before most likely still holds.
      if (known !== undefined) return known.configuration;
      throw unanswered(error) ?? new KeepsakeError('provider-unavailable', { cause: plain(error) });
    }
  }

  async function discover(): Promise<Configuration> {
    const client = await import('openid-client');
    const { issuer, clientId, clientSecret } = settings;
    const byHeader = client.ClientSecretBasic(clientSecret);
    const inBody = client.ClientSecretPost(clientSecret);
    const isInsecure = issuer.protocol === 'http:';
    return await client.discovery(
      issuer,
      clientId,
      { client_secret: clientSecret, [client.clockTolerance]: providerClockSeconds },
      (as, ...request) => {
        // Without a word, by header (OpenID Connect Discovery 1.0, section 3).
        const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
        (methods.includes('client_secret_basic') ? byHeader : inBody)(as, ...request);
      },
      {
        timeout: providerSeconds,
        [client.customFetch]: providerFetch,
        execute: [client.enableNonRepudiationChecks, ...(isInsecure ? [client.allowInsecureRequests] : [])],
      },
    );
  }
}

function vouchedIn(claims: IDToken, about: Record<string, unknown>): Vouched {
  const { email, email_verified: isVerified } = about;
  const { iss, sub, auth_time: authTime } = claims;
  if (sub.length > maxSubject || hasNul(sub)) throw new Error('The subject cannot be stored');
  const isUsable =
    typeof email === 'string' && email.length <= maxAddress && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email);
  return {
    issuer: iss,
    subject: sub,
    address: isUsable && isVerified === true ? email.toLowerCase() : null,
    authenticatedAt: (authTime ?? 0) * 1000,
  };
}

function hasNul(text: string): boolean {
  return text.includes('\0');
}

/** What `providerFetch` threw, which the library wraps; undefined for every other error. */
function unanswered(error: unknown): KeepsakeError | undefined {
  const { cause } = error as Error;
  return [error, cause].find((candidate) => candidate instanceof KeepsakeError);
}

/** Without the answers of the provider, which the library attaches to its errors and which may contain tokens. */
function plain(error: unknown): Error {
  const { name, message, code, error: said } = error as Error & { code?: string; error?: string };
  const details = [code, said].filter((detail) => typeof detail === 'string');
  return new Error(`The log-in provider: ${message} (${[name, ...details].join(', ')})`);
}
