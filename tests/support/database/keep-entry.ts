import type { TestServer } from '../server/start-server.ts';
import { query } from './query.ts';

/** Has the database refuse to delete an entry, as one does that fails in the middle. The returned function lets it go. */
export async function keepEntry(server: TestServer, id: string): Promise<() => Promise<unknown>> {
  const refuse = `create trigger keep_entry before delete on entries for each row when (old.id = '${id}')`;
  if (server.databaseUrl === undefined) {
    await query(server, `${refuse} begin select raise(abort, 'This entry stays'); end`);
    return () => query(server, 'drop trigger keep_entry');
  }
  const raise = `create function keep_entry() returns trigger language plpgsql as $$ begin raise exception 'This entry stays'; end $$`;
  await query(server, raise, `${refuse} execute function keep_entry()`);
  return () => query(server, 'drop trigger keep_entry on entries', 'drop function keep_entry');
}
