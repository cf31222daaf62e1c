import { trustedDays } from '#contract/limits.ts';
import { cookieIn } from '../cookies.ts';
import { createSigner } from '../signer.ts';

/** What a browser is trusted with: a new password and a new stamp end the trust. */
export type Trust = { account: string; passwordHash: string; stamp: string };

const maxAgeSeconds = trustedDays * 24 * 60 * 60;
const nameLength = 12;

export type TrustedBrowsers = ReturnType<typeof createTrustedBrowsers>;

type Deps = { secret: string; isHttps: boolean; now: () => number };

/** Cookies of browsers that are not asked for the second step. A browser has one for each account. */
export function createTrustedBrowsers({ secret, isHttps, now }: Deps) {
  const { sign, isSignature } = createSigner(secret, 'trusted browsers');

  return {
    isTrusted(cookieHeader: string | null, trust: Trust): boolean {
      const [until = '', signature = ''] = cookieIn(cookieHeader, nameFor(trust))?.split('.') ?? [];
      return isSignature(signature, textOf(until, trust)) && Number(until) > now();
    },

    /** A Set-Cookie header with which a browser is trusted from now on. */
    setCookie(trust: Trust): string {
      const until = String(now() + maxAgeSeconds * 1000);
      const secure = isHttps ? '; Secure' : '';
      const pair = `${nameFor(trust)}=${until}.${sign(textOf(until, trust))}`;
      return `${pair}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
    },
  };

  /** With the prefix, which needs the path `/`, no other site of the domain can set it. */
  function nameFor({ account }: Trust): string {
    return `${isHttps ? '__Host-' : ''}keepsake.trusted.${sign(JSON.stringify(['name', account])).slice(0, nameLength)}`;
  }

  function textOf(until: string, { account, passwordHash, stamp }: Trust): string {
    return JSON.stringify(['trusted', until, account, passwordHash, stamp]);
  }
}
