import { existsSync } from 'node:fs';

/** Debian's programs: the shell is the engine without windows, which takes half the time; it has no viewer for PDF. */
const programs = { shell: '/usr/bin/chromium-headless-shell', browser: '/usr/bin/chromium' };

/** Where the browser of the e2e tests is: CHROMIUM if it is set, else Debian's; undefined when there is none. */
export function findChromium(kind: keyof typeof programs): string | undefined {
  const path = process.env.CHROMIUM ?? programs[kind];
  return existsSync(path) ? path : undefined;
}
