/**
 * The named events of `GET /api/live` (server-sent events, `id:` is the revision).
 * - `ready` opens each connection; the changes after its revision follow.
 * - `change` carries a Change.
 * - `reset`: the requested revision is no longer known; read everything again, then continue from `revision`.
 * - `transfers` carries all uploads in progress (`Transfer[]`); it has no id.
 * - `bye`: the session has ended; do not reconnect.
 * - `move`: this server is stopping; reconnect after a random part of `liveMoveMs`, since all listeners receive it at once.
 */
export const liveEvents = {
  ready: 'ready',
  change: 'change',
  reset: 'reset',
  transfers: 'transfers',
  bye: 'bye',
  move: 'move',
} as const;

/** A comment line is sent at least this often, so that both sides detect a dead connection. */
export const liveHeartbeatMs = 15_000;

/** Listeners reconnect within this time after `move`. */
export const liveMoveMs = 2000;
