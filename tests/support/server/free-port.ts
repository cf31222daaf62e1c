import { createServer } from 'node:net';

/** Below the range from which the system gives ports to outgoing connections, so a port stays free over a restart. */
const lowest = 20_000;
const highest = 32_000;

/** A port of 127.0.0.1 on which nobody listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (await canListen(port)) return port;
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
