import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';

/** The thread's end of a line. */
export type LineEnd = { port: MessagePort; sent: Int32Array };

export type ReplyLine = ReturnType<typeof createReplyLine>;

/** A line for the replies of a thread: they come as messages, or are waited for on the spot. */
export function createReplyLine(onReply: (reply: unknown) => void) {
  const { port1: port, port2 } = new MessageChannel();
  const sent = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let received = 0;
  port.on('message', receive);
  // The thread keeps the process alive, its line does not.
  port.unref();

  return {
    end: { port: port2, sent } satisfies LineEnd,
    /** Blocks this thread until there is a reply that was not received, at most for so many milliseconds, and receives it. */
    wait(ms: number): void {
      Atomics.wait(sent, 0, received, ms);
      receiveWaiting();
    },
    /** Receives what the thread had sent before it ended. */
    close(): void {
      receiveWaiting();
      port.close();
    },
  };

  function receiveWaiting(): void {
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port))
      receive(next.message);
  }

  function receive(reply: unknown): void {
    received = (received + 1) | 0;
    onReply(reply);
  }
}

/** Sends a reply from the thread. */
export function sendReply({ port, sent }: LineEnd, reply: unknown): void {
  port.postMessage(reply);
  Atomics.add(sent, 0, 1);
  Atomics.notify(sent, 0);
}
