/** States of an upload (specification, section 4). */
export type UploadState = 'running' | 'pausing' | 'paused' | 'canceling' | 'canceled' | 'success' | 'error';

/** What can happen to an upload: a person's wish, or word from the transfer. */
export type UploadEvent = 'pause' | 'resume' | 'cancel' | 'stopped' | 'succeeded' | 'failed';

const moves: Record<UploadState, Partial<Record<UploadEvent, UploadState>>> = {
  running: { pause: 'pausing', cancel: 'canceling', succeeded: 'success', failed: 'error' },
  pausing: { resume: 'running', cancel: 'canceling', stopped: 'paused', succeeded: 'success', failed: 'error' },
  paused: { resume: 'running' },
  canceling: { stopped: 'canceled', succeeded: 'success', failed: 'canceled' },
  canceled: {},
  success: {},
  error: {},
};

/** The state after an event, or undefined when the event is not allowed in this state. */
export function nextUploadState(state: UploadState, event: UploadEvent): UploadState | undefined {
  return moves[state][event];
}
