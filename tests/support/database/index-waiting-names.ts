import { maxUnindexedChanges } from '#contract/limits.ts';
import type { Person } from '../client/build-account.ts';
import type { TestServer } from '../server/start-server.ts';
import { query } from './query.ts';

type Place = Pick<TestServer, 'dataFolder' | 'databaseUrl'>;

/** Has the server index all names of a person, by changes of an entry, which has no star before and after. */
export async function indexWaitingNames(server: Place, { api, uid }: Person, entryId: string): Promise<void> {
  await indexWithNextChange(server, uid);
  await api.entries.update({ id: entryId, starred: true });
  await api.entries.update({ id: entryId, starred: false });
}

/** The next change of an account is the one that indexes all names that wait. */
async function indexWithNextChange(server: Place, uid: string): Promise<void> {
  const [size, last] = [maxUnindexedChanges, maxUnindexedChanges - 1];
  await query(server, `update accounts set revision = revision / ${size} * ${size} + ${last} where user_id = '${uid}'`);
}
