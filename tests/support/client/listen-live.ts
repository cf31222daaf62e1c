import { openLive } from '#client/live.ts';
import type { Change } from '#contract/records/changes.ts';
import type { Transfer } from '#contract/transfers.ts';
import { atEndOfFile } from '../fixtures/file-end.ts';
import { waitFor } from '../fixtures/wait-for.ts';
import type { Person } from './build-account.ts';

/** Follows the live stream of a person until the end of the file, and notes what it tells. */
export async function listenLive(person: Person) {
  const heard = {
    changes: [] as Change[],
    resets: [] as number[],
    /** What is on its way, each time it is reported. */
    transfers: [] as (readonly Transfer[])[],
    /** Each connection, and each break that is reported, in their order. */
    connections: [] as boolean[],
    ended: false,
  };
  const live = openLive(person.server, {
    onReady: () => {},
    onChange: (change) => heard.changes.push(change),
    onReset: (revision) => heard.resets.push(revision),
    onEnded: () => {
      heard.ended = true;
    },
    onTransfers: (transfers) => heard.transfers.push(transfers),
    onConnected: (connected) => heard.connections.push(connected),
  });
  atEndOfFile(() => live.close());
  await waitFor(() => heard.connections.at(-1) === true, { what: 'the live stream' });
  return heard;
}
