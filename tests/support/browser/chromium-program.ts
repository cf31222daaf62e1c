import { existsSync } from 'node:fs';

/** Where the browser of the e2e tests is: CHROMIUM, else Debian's; undefined when there is none. */
export function findChromium(): string | undefined {
  const path = process.env.CHROMIUM ?? '/usr/bin/chromium';
  return existsSync(path) ? path : undefined;
}
