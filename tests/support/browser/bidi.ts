import { once } from 'node:events';
import { waitMs } from '../fixtures/patience.ts';

type Answer = {
  id: number | null;
  type: 'success' | 'error' | 'event';
  result?: unknown;
  error?: string;
  message?: string;
};

/** The browser did not answer a command in time. */
export class Unanswered extends Error {}

/**
 * Speaks WebDriver BiDi (W3C) with a browser. `send` throws what the browser answers with an error, and `Unanswered` after so many
 * milliseconds.
 */
export async function openBidi(address: string) {
  const socket = new WebSocket(`${address}/session`);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    const asked = waiting.get(answer.id ?? 0);
    if (asked === undefined) return;
    waiting.delete(answer.id ?? 0);
    if (answer.type === 'success') asked.resolve(answer.result);
    else asked.reject(new Error(`${answer.error}: ${answer.message}`));
  });
  socket.addEventListener('close', () => {
    for (const asked of waiting.values()) asked.reject(new Error('The browser closed the connection.'));
  });
  await once(socket, 'open');
  return {
    send(method: string, params: Record<string, unknown>, answerMs = waitMs): Promise<unknown> {
      const id = ++last;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(id, asked);
      socket.send(JSON.stringify({ id, method, params }));
      const timer = setTimeout(() => {
        waiting.delete(id);
        asked.reject(new Unanswered(`No answer to ${method} ${JSON.stringify(params).slice(0, 300)}`));
      }, answerMs);
      return asked.promise.finally(() => clearTimeout(timer));
    },
  };
}
