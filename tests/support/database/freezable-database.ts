import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { atEndOfFile } from '../fixtures/file-end.ts';

/** An address of the database behind which everything stands still once it is frozen, as behind a firewall that drops. */
export async function startFreezable(databaseUrl: string) {
  const target = new URL(databaseUrl);
  let isFrozen = false;
  let withheld = 0;
  const lost = new WeakSet<Socket>();
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
      from.on('data', (bytes) => {
        if (isFrozen || lost.has(from)) withheld += bytes.length;
        else to.write(bytes);
      });
    }
  });
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
  atEndOfFile(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    freeze() {
      isFrozen = true;
    },
    /** Only the connections that are open now stand still. */
    loseConnections() {
      for (const socket of sockets) lost.add(socket);
    },
    /** Bytes that did not continue. */
    withheld: () => withheld,
  };
}
