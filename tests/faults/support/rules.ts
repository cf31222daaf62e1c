/** Rules that hold in the database after every fault: each query gives what breaks one, on both engines. */
const rules: Record<string, string> = {
  'used_bytes is not the sum of the blobs': `
    select * from (
      select user_id, used_bytes, (select coalesce(sum(size), 0) from blobs where account = user_id) as really from accounts
    ) as counted where used_bytes <> really`,
  'reserved_bytes is not the sum of the uploads': `
    select * from (
      select user_id, reserved_bytes, (select coalesce(sum(length), 0) from uploads where account = user_id) as really
      from accounts
    ) as counted where reserved_bytes <> really`,
  'used_entries is not the number of the entries': `
    select * from (
      select user_id, used_entries, (select count(*) from entries where account = user_id) as really from accounts
    ) as counted where used_entries <> really`,
  'a file has no version of its own': `
    select id from entries where kind = 'file'
    and not exists (select 1 from versions where versions.id = current_version and entry_id = entries.id)`,
  'a blob has no version': `
    select id from blobs where not exists (select 1 from versions where blob_id = blobs.id)`,
  'a blob has another size than its version': `
    select blobs.id from blobs join versions on blob_id = blobs.id where blobs.size <> versions.size`,
  'the changes have gaps': `
    select * from (
      select user_id, revision, (select count(*) from changes where account = user_id) as number,
        (select coalesce(max(changes.revision), 0) from changes where account = user_id) as newest
      from accounts
    ) as counted where revision <> number or revision <> newest`,
  'an account has no password': `
    select id from "user" where not exists (select 1 from account where "userId" = "user".id and password is not null)`,
};

/** What breaks a rule, as the answers to its queries tell. */
export async function brokenRules(ask: (query: string) => Promise<unknown[]> | unknown[]): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, query] of Object.entries(rules))
    for (const row of await ask(query)) broken.push(`${rule}: ${JSON.stringify(row)}`);
  return broken;
}
