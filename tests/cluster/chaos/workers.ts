import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '#client/api-error.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Client } from '#tests/faults/support/client.ts';
import { isUnreachable } from '#tests/faults/support/scene.ts';

const pauseMs = 200;
/** What a client receives that retries in a moment. */
const passing: ErrorCode[] = ['unavailable', 'upload-interrupted', 'upload-locked', 'upload-offset-conflict'];

/**
 * One operation after the other until the signal. What was not answered well is repeated until it is, as a client does:
 * nginx itself repeats a DELETE or PUT whose answer was lost, so that a refusal may tell that it was done.
 */
export async function workThrough(client: Client, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    try {
      await client.perform(client.next());
    } catch (error) {
      if (!(error instanceof ApiError) && !isUnreachable(error)) throw error;
      await repeat(client);
    }
  }
}

async function repeat(client: Client): Promise<void> {
  for (;;) {
    await pause(pauseMs);
    try {
      return await client.performAgain();
    } catch (error) {
      const isPassing = isUnreachable(error) || (error instanceof ApiError && passing.includes(error.code));
      if (!isPassing) throw new Error(`${client.told().pending?.what} cannot be repeated`, { cause: error });
    }
  }
}
