/** What a person wants of the provider: to log in, to connect it to their account, or to confirm who they are. */
export const openidPurposes = ['log-in', 'connect', 'confirm'] as const;
export type OpenidPurpose = (typeof openidPurposes)[number];

/** What a browser asks for that is to go to the provider. */
export type OpenidWanted = {
  purpose: OpenidPurpose;
  /** The page to come back to. */
  returnTo: string;
  /** With the purpose to log in: the token of an invitation, which lets somebody new in also where sign-up is closed. */
  invitation?: string | undefined;
};

/** The ways to log in to a server, as it is set. */
export type Ways = {
  password: boolean;
  /** The name of the log-in provider; null where there is none. */
  provider: string | null;
};

/** What `GET /api/log-in` tells everybody. */
export type LogInWays = Ways & {
  /** Whether somebody without an invitation may create an account with a password. */
  signUp: boolean;
};

/** Where the provider sends people back to: the redirect URI, at the public address. */
export const openidCallbackPath = '/api/openid/callback';

/** In the address of the page that the server sends people to who came back: the code of what failed. */
export const problemParameter = 'problem';
/** And of the log-in page, when the account asks for its second step: the page to go to after it. */
export const secondStepParameter = 'second-step';
