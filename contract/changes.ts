import { z } from 'zod';
import { entryId, file, folder } from './entries.ts';

/**
 * One step of an account's history, as the live stream carries it. Revisions of an account rise by exactly one.
 * `folder` or `file` is the entry as it is now; both are null when it is no longer in the tree.
 */
export const change = z
  .object({ revision: z.int().min(1), entryId, folder: folder.nullable(), file: file.nullable() })
  .meta({ id: 'Change' });

export type Change = z.infer<typeof change>;

/**
 * The named events of `GET /api/live` (server-sent events, `id:` is the revision).
 * - `ready` opens each connection; its revision is the one after which changes follow.
 * - `change` carries a Change.
 * - `reset` says that the asked revision is no longer known: read everything again, then go on from `revision`.
 * - `bye` says that the session ended; do not reconnect.
 */
export const liveEvents = { ready: 'ready', change: 'change', reset: 'reset', bye: 'bye' } as const;

/** A comment line is sent at least this often, so that both sides notice a dead connection. */
export const liveHeartbeatMs = 15_000;
