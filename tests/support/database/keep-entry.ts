import type { TestServer } from '../server/start-server.ts';
import { query } from './query.ts';

/** Has the database refuse to delete an entry, as one does that fails in the middle. The returned function lets it go. */
export function keepEntry(server: TestServer, id: string): Promise<() => Promise<unknown>> {
  return refuse(server, `delete on entries for each row when (old.id = '${id}')`);
}

/** Has the database refuse to insert an entry of that name into an account. The returned function lets it in. */
export function refuseEntry(
  server: TestServer,
  { account, name }: { account: string; name: string },
): Promise<() => Promise<unknown>> {
  return refuse(server, `insert on entries for each row when (new.account = '${account}' and new.name = '${name}')`);
}

async function refuse(server: TestServer, what: string): Promise<() => Promise<unknown>> {
  const trigger = `create trigger refused_entry before ${what}`;
  if (server.databaseUrl === undefined) {
    await query(server, `${trigger} begin select raise(abort, 'This is refused'); end`);
    return () => query(server, 'drop trigger refused_entry');
  }
  const raise = `create function refused_entry() returns trigger language plpgsql as $$ begin raise exception 'This is refused'; end $$`;
  await query(server, raise, `${trigger} execute function refused_entry()`);
  return () => query(server, 'drop trigger refused_entry on entries', 'drop function refused_entry');
}
