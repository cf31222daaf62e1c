import type { IncomingMessage } from 'node:http';

/** Whether the client has closed the connection of a request, so that nobody reads the answer. */
export function hasLeft({ socket }: IncomingMessage): boolean {
  return socket.destroyed || socket.readableEnded;
}
