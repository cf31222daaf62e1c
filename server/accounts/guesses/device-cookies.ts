import { cookieIn } from '../cookies.ts';
import { createSigner } from '../signer.ts';
import { newToken } from '../tokens.ts';

/** An account as its device cookies know it, with '' where it has no password. A new password makes all of them invalid. */
export type DeviceAccount = { id: string; email: string; passwordHash: string };

/** The longest life that browsers give a cookie (RFC 6265bis, section 5.5), in seconds. */
const maxAgeSeconds = 400 * 24 * 60 * 60;
const nameLength = 12;
/**
 * The id of every browser that chose a password by a mailed link and did not log in since: they are counted together, or whoever reads
 * the mail would get new guesses at the codes of two-step login with each link.
 */
const afterReset = 'after-reset';

export type DeviceCookies = ReturnType<typeof createDeviceCookies>;

/**
 * Cookies by which a browser that has logged in to an account is recognized at its next log-in (OWASP, "Slow Down Online
 * Guessing Attacks with Device Cookies"). They let nobody in: they only tell whose wrong passwords are counted together.
 * A browser has one for each account.
 */
export function createDeviceCookies({ secret, isHttps }: { secret: string; isHttps: boolean }) {
  const { sign, isSignature } = createSigner(secret, 'device cookies');

  return {
    /** The id of the browser, if the Cookie header has a valid cookie for the account. */
    deviceOf(cookieHeader: string | null, account: DeviceAccount): string | undefined {
      const value = cookieIn(cookieHeader, nameFor(account.id)) ?? cookieIn(cookieHeader, nameFor(account.email));
      const [device = '', signature = ''] = value?.split('.') ?? [];
      return isSignature(signature, textOf(device, account)) ? device : undefined;
    },

    /** A Set-Cookie header that makes a browser known to the account; `device` is the id it has already. */
    setCookie: (account: DeviceAccount, device?: string): string =>
      cookieOf(account, device === undefined || device === afterReset ? newToken() : device),

    /** The same, for one that has set a new password by a mailed link and not logged in yet. */
    setCookieAfterReset: (account: DeviceAccount): string => cookieOf(account, afterReset),
  };

  function cookieOf(account: DeviceAccount, device: string): string {
    const secure = isHttps ? '; Secure' : '';
    const pair = `${nameFor(account.id)}=${device}.${sign(textOf(device, account))}`;
    return `${pair}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  }

  /**
   * Does not tell whose account it is: named after its id, since its address may change; an older version took the address. With
   * the prefix, which needs the path `/`, no other site of the domain can set it.
   */
  function nameFor(whose: string): string {
    return `${isHttps ? '__Host-' : ''}keepsake.device.${sign(JSON.stringify(['name', whose])).slice(0, nameLength)}`;
  }

  function textOf(device: string, { id, passwordHash }: DeviceAccount): string {
    return JSON.stringify(['device', device, id, passwordHash]);
  }
}
