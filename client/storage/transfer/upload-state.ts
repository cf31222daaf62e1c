/** States of an upload (specification, section 4). */
export type UploadState = 'running' | 'pausing' | 'paused' | 'canceling' | 'canceled' | 'success' | 'error';

/** An event of an upload: a request of the person, or an outcome of the transfer. */
export type UploadEvent = 'pause' | 'resume' | 'cancel' | 'stopped' | 'succeeded' | 'failed';

const transitions: Record<UploadState, Partial<Record<UploadEvent, UploadState>>> = {
  running: { pause: 'pausing', cancel: 'canceling', succeeded: 'success', failed: 'error' },
  pausing: { resume: 'running', cancel: 'canceling', stopped: 'paused', succeeded: 'success', failed: 'error' },
  paused: { resume: 'running' },
  canceling: { stopped: 'canceled', succeeded: 'success', failed: 'canceled' },
  canceled: {},
  success: {},
  error: {},
};

/** The state after an event, or undefined if the event is not allowed in this state. */
export function nextUploadState(state: UploadState, event: UploadEvent): UploadState | undefined {
  return transitions[state][event];
}
