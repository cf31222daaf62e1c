import { expect, test } from 'vitest';
import { nextUploadState, type UploadEvent, type UploadState } from './upload-state.ts';

const events: UploadEvent[] = ['pause', 'resume', 'cancel', 'stopped', 'succeeded', 'failed'];

/** Specification, section 4: pause from running; resume from paused or pausing; cancel from running or pausing. */
const table: Record<UploadState, (UploadState | undefined)[]> = {
  running: ['pausing', undefined, 'canceling', undefined, 'success', 'error'],
  pausing: [undefined, 'running', 'canceling', 'paused', 'success', 'error'],
  paused: [undefined, 'running', undefined, undefined, undefined, undefined],
  canceling: [undefined, undefined, undefined, 'canceled', 'success', 'canceled'],
  canceled: [undefined, undefined, undefined, undefined, undefined, undefined],
  success: [undefined, undefined, undefined, undefined, undefined, undefined],
  error: [undefined, undefined, undefined, undefined, undefined, undefined],
};

const pairs = Object.entries(table).flatMap(([state, nexts]) =>
  nexts.map((next, i) => [state as UploadState, events[i] ?? 'pause', next] as const),
);

test.each(pairs)('%s, then %s: %s', (state, event, next) => {
  expect(nextUploadState(state, event)).toBe(next);
});
