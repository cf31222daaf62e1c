import type { TableDeclaration } from '#server/database/table-declaration.ts';
import { required } from '#server/errors/required.ts';
import { declaredTables } from '../declared-tables.ts';
import type { Finding } from './finding.ts';

/** Rows that should not be there: a select of their `id`, and what is wrong with them. */
type RowCheck = { kind: Finding['kind']; table: string; what: string; find: string };

export const rowChecks: RowCheck[] = [
  ...declaredTables.flatMap(referenceChecks),
  {
    kind: 'reference',
    table: 'versions',
    what: 'its bytes belong to a different account',
    find: 'select versions.id from versions join entries on entries.id = versions.entry_id join blobs on blobs.id = versions.blob_id where blobs.account <> entries.account',
  },
  {
    kind: 'version',
    table: 'entries',
    what: 'its current version belongs to another file or is missing',
    find: "select here.id from entries here where here.kind = 'file' and not exists (select 1 from versions where versions.id = here.current_version and versions.entry_id = here.id)",
  },
  {
    kind: 'version',
    table: 'entries',
    what: 'it is a folder and has a version',
    find: "select id from entries where kind = 'folder' and current_version is not null",
  },
  {
    kind: 'cycle',
    table: 'entries',
    what: 'it is inside itself, or in a folder that is',
    find: 'with recursive tree(id) as (select here.id from entries here where not exists (select 1 from entries above where above.id = here.parent_id) union all select below.id from entries below join tree on below.parent_id = tree.id) select entries.id from entries left join tree on tree.id = entries.id where tree.id is null',
  },
  {
    kind: 'name',
    table: 'entries',
    what: 'another live entry of its folder has the same name',
    find: "select here.id from entries here join (select account, coalesce(parent_id, '') as parent, name_key from entries where trashed_at is null group by account, coalesce(parent_id, ''), name_key having count(*) > 1) twice on twice.account = here.account and twice.parent = coalesce(here.parent_id, '') and twice.name_key = here.name_key where here.trashed_at is null",
  },
  {
    kind: 'size',
    table: 'entries',
    what: 'its size in listings differs from that of its current version',
    find: 'select entries.id from entries join versions on versions.id = entries.current_version where entries.sort_size <> versions.size',
  },
  {
    kind: 'unused-blob',
    table: 'blobs',
    what: 'no version uses it, and it counts against the quota',
    find: 'select id from blobs where not exists (select 1 from versions where versions.blob_id = blobs.id)',
  },
  {
    kind: 'small-blob',
    table: 'small_blobs',
    what: 'the size of its bytes in the database is not that of its row',
    find: 'select blob_id as id from small_blobs join blobs on blobs.id = small_blobs.blob_id where length(bytes) <> size',
  },
];

/** Rows that refer to one that does not exist, or is none that they may refer to. */
function referenceChecks({ name, key, references = [] }: TableDeclaration): RowCheck[] {
  const id = required(key[0], `key of ${name}`);
  return references.map(({ column, table, key: target, condition = 'true' }) => ({
    kind: 'reference',
    table: name,
    what: `its ${column} refers to a missing or wrong row`,
    find: `select distinct source.${id} as id from "${name}" source where source.${column} is not null and not exists (select 1 from "${table}" target where target.${target} = source.${column} and ${condition})`,
  }));
}
