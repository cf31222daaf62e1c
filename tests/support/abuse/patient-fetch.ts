import { setTimeout as pause } from 'node:timers/promises';
import type { Place } from '../client/build-account.ts';

const busyStatuses = [429, 503];
const longestMs = 300_000;

/** The same server for clients that come again when it asks them to (Retry-After), for at most five minutes. */
export function patiently({ baseUrl }: Place): Place {
  return {
    baseUrl,
    async sendRequest(request, init) {
      for (const began = performance.now(); ; ) {
        const response = await fetch(request.clone(), init);
        const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
        const isOver = performance.now() - began + seconds * 1000 > longestMs;
        if (!busyStatuses.includes(response.status) || Number.isNaN(seconds) || isOver) return response;
        await response.body?.cancel();
        await pause(seconds * 1000);
      }
    },
  };
}
