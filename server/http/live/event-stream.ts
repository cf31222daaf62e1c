import type { ServerResponse } from 'node:http';

/** One event of a stream; with an id, a client that reconnects names it. */
export type StreamEvent = { event: string; id?: string; data: unknown };

export type EventStream = ReturnType<typeof openEventStream>;

/**
 * Begins an answer of server-sent events (HTML Living Standard, section 9.2). It bypasses the web framework: for thousands of
 * listeners its streams cost more than what is sent.
 */
export function openEventStream(outgoing: ServerResponse) {
  outgoing.writeHead(200, {
    'content-type': 'text/event-stream',
    // nginx would hold events back.
    'x-accel-buffering': 'no',
  });
  outgoing.flushHeaders();

  return {
    /** Whether the listener left. */
    isOver: (): boolean => outgoing.destroyed,

    /** Calls back once, when the listener leaves or the stream ends. */
    onEnd: (callback: () => void): void => void outgoing.once('close', callback),

    /** Sends events in order. Resolves when the listener has room for more, or left. */
    send: (events: readonly StreamEvent[]): Promise<void> => write(events.map(textOf).join('')),

    /** Sends what no client takes for an event, so that both sides notice a dead connection. */
    sendComment: (text: string): Promise<void> => write(`: ${text}\n\n`),

    end: (): void => void outgoing.end(),
  };

  async function write(text: string): Promise<void> {
    if (text === '' || outgoing.destroyed || outgoing.write(text)) return;
    await new Promise<void>((resolve) => {
      const resume = () => {
        outgoing.off('drain', resume);
        outgoing.off('close', resume);
        resolve();
      };
      outgoing.once('drain', resume);
      outgoing.once('close', resume);
    });
  }
}

/** JSON has no line breaks, which would end the event. */
function textOf({ event, id, data }: StreamEvent): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}
