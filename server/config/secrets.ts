import { ConfigError } from '#server/errors/config-error.ts';

/** A shorter key could be guessed. */
export const shortestSecret = 32;

export function readSecret(text: string | undefined): string | undefined {
  if (text === undefined || text.length >= shortestSecret) return text;
  throw new ConfigError(
    `SECRET is too short: set it to at least ${shortestSecret} characters, for example from \`openssl rand -base64 32\`.`,
  );
}

/** It travels as a header value. */
export function readAppCheckKey(text: string | undefined): string | undefined {
  if (text === undefined || /^[\x21-\x7e]{1,256}$/.test(text)) return text;
  throw new ConfigError(
    'APP_CHECK_KEY cannot be used: set it to at most 256 characters without spaces, for example from `openssl rand -hex 16`.',
  );
}
