import type { Ways } from '#contract/openid.ts';
import { ConfigError } from '#server/errors/config-error.ts';
import type { Config, Get } from './config-type.ts';
import { readOpen, readOpenIfSet, readSwitch, withoutPassword } from './values.ts';

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const maxName = 40;

/** The log-in provider; undefined when none is set. Throws ConfigError, without the secret. */
export function readOpenid(get: Get, publicUrl: URL | undefined): Config['openid'] {
  const [issuer, clientId] = [get('OIDC_ISSUER'), get('OIDC_CLIENT_ID')];
  const clientSecret = get('OIDC_CLIENT_SECRET');
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return undefined;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    throw new ConfigError(
      'Only some of OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are set: set all three or none.',
    );
  if (publicUrl === undefined) {
    throw new ConfigError(
      'OIDC_ISSUER is set, and PUBLIC_URL is not: the log-in provider sends people back to the public address.',
    );
  }
  const url = readIssuer(issuer);
  const name = get('OIDC_NAME') ?? url.host.slice(0, maxName);
  if (name.length > maxName)
    throw new ConfigError(`OIDC_NAME is too long: set it to at most ${maxName} characters, for the button.`);
  return {
    issuer: url,
    clientId,
    clientSecret,
    name,
    signUp: readOpenIfSet('OIDC_SIGN_UP', get('OIDC_SIGN_UP') ?? get('SIGN_UP')),
    asksSecondStep: readSwitch('OIDC_SECOND_STEP', get('OIDC_SECOND_STEP') ?? 'on'),
  };
}

/** Throws ConfigError where nobody could log in. */
export function readPasswordLogIn(get: Get, openid: Config['openid']): Config['passwordLogIn'] {
  const passwordLogIn = readOpen('PASSWORD_LOGIN', get('PASSWORD_LOGIN'));
  if (passwordLogIn === 'closed' && openid === undefined)
    throw new ConfigError('PASSWORD_LOGIN is closed, and OIDC_ISSUER is not set: nobody could log in.');
  return passwordLogIn;
}

/** The ways to log in. */
export function waysOf({ passwordLogIn, openid }: Pick<Config, 'passwordLogIn' | 'openid'>): Ways {
  return { password: passwordLogIn === 'open', provider: openid?.name ?? null };
}

/** Tokens are fetched there, so it is encrypted, unless it does not leave this machine. */
function readIssuer(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname));
  if (url !== undefined && isSafe && !url.search && !url.hash && !url.username && !url.password) return url;
  throw new ConfigError(
    `OIDC_ISSUER is "${withoutPassword(text)}": set it to the issuer exactly as the provider names it, such as https://id.example.org/realms/home.`,
  );
}
