import { existsSync } from 'node:fs';

/** Where Debian puts it is on the path of administrators only. */
const places = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'];

/** The program nginx, undefined when there is none. */
export function findNginx(): string | undefined {
  return places.find((place) => existsSync(place));
}
