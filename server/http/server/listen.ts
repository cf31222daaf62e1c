import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '#server/errors/config-error.ts';

type Address = {
  port: number;
  host: string | undefined;
  /** The names of the settings for the two. */
  settings: { port: string; host: string };
};

/** Listens on the port and returns it. Throws ConfigError when that fails. */
export function listen(server: Server, { port, host, settings }: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      const sentence =
        code === 'EADDRINUSE' || code === 'EACCES'
          ? portSentence(settings.port, port, code)
          : `${settings.host} is "${host}", which is no address of this machine (${code}): correct it, or unset it.`;
      reject(new ConfigError(sentence));
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function portSentence(setting: string, port: number, code: string): string {
  const reason = code === 'EADDRINUSE' ? 'is taken by another program' : 'may not be used by this user';
  return `Port ${port} ${reason}: set ${setting} to a free one, for example ${setting}=${otherPort(port, code)} npm start.`;
}

/** One that this user may have: 8080 and 8443 instead of 80 and 443. */
function otherPort(port: number, code: string): number {
  if (code === 'EACCES' && port < 1024) return port + 8000;
  return port < 65_535 ? port + 1 : port - 1;
}
