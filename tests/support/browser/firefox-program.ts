import { existsSync } from 'node:fs';

/** Where Debian's Firefox is; undefined when there is none. */
export function findFirefox(): string | undefined {
  const path = '/usr/bin/firefox-esr';
  return existsSync(path) ? path : undefined;
}
