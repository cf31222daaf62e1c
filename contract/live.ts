/**
 * The named events of `GET /api/live` (server-sent events, `id:` is the revision).
 * - `ready` opens each connection; its revision is the one after which changes follow.
 * - `change` carries a Change.
 * - `reset` says that the asked revision is no longer known: read everything again, then go on from `revision`.
 * - `transfers` carries the uploads that are on their way, all of them (`Transfer[]`); it has no id.
 * - `bye` says that the session ended; do not reconnect.
 * - `move` says that this server stops: connect again, after a random part of `liveMoveMs`, since all listeners are told at once.
 */
export const liveEvents = {
  ready: 'ready',
  change: 'change',
  reset: 'reset',
  transfers: 'transfers',
  bye: 'bye',
  move: 'move',
} as const;

/** A comment line is sent at least this often, so that both sides notice a dead connection. */
export const liveHeartbeatMs = 15_000;

/** Listeners that are told to move come back within this time. */
export const liveMoveMs = 2000;
