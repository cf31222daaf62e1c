import { ConfigError } from '#server/errors/config-error.ts';
import type { Config } from './config-type.ts';

export function readMail(text: string | undefined): Config['mail'] {
  if (text === undefined) return { kind: 'outbox' };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && (url.protocol === 'smtp:' || url.protocol === 'smtps:') && url.hostname)
    return { kind: 'smtp', url: text };
  throw new ConfigError(
    'SMTP_URL cannot be read: set it to smtp://user:password@host:587 or smtps://user:password@host:465, or unset it to write mails to the outbox folder.',
  );
}

/** The sender: an address, alone or with a name before it. */
export function readMailFrom(text: string | undefined, publicUrl: URL | undefined): string {
  if (text === undefined) return `Keepsake <keepsake@${publicUrl?.hostname ?? 'localhost'}>`;
  if (/^(?:[^<>]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(text)) return text;
  throw new ConfigError(
    `MAIL_FROM is "${text}": set it to the sender of mails, such as Keepsake <keepsake@example.org>.`,
  );
}
