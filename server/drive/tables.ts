import { rebuildContents } from '#server/database/folder-contents.ts';
import { clearIndex } from '#server/database/search-index/write-names.ts';
import { rebuildSums } from '#server/database/stored-sums.ts';
import type { TableDeclaration } from '#server/database/table-declaration.ts';

const ofAccount = { column: 'account', table: 'accounts', key: 'user_id' };

/** Emptied where they are to be rebuilt: the server fills them as it runs. */
export const searchTables: TableDeclaration[] = [
  {
    name: 'search_names',
    key: ['row'],
    owner: { column: 'entry_id', of: 'entries', key: 'id' },
    kind: 'derived',
    references: [{ column: 'entry_id', table: 'entries', key: 'id' }],
    rebuild: clearIndex,
  },
  {
    name: 'search_accounts',
    key: ['number'],
    owner: { column: 'account' },
    kind: 'derived',
    references: [ofAccount],
    rebuild: async (trx) => void (await trx.deleteFrom('search_accounts').execute()),
  },
  {
    name: 'search_words',
    key: ['number', 'length', 'word'],
    owner: { column: 'number', of: 'search_accounts', key: 'number' },
    kind: 'derived',
    references: [{ column: 'number', table: 'search_accounts', key: 'number' }],
    rebuild: async (trx) => void (await trx.deleteFrom('search_words').execute()),
  },
];

export const driveTables: TableDeclaration[] = [
  {
    name: 'accounts',
    key: ['user_id'],
    owner: { column: 'user_id' },
    kind: 'stored',
    references: [{ column: 'user_id', table: 'user', key: 'id' }],
    // Uploads in progress are not copied.
    adapt: (row) => ({ ...row, reserved_bytes: 0 }),
  },
  {
    name: 'entries',
    key: ['id'],
    owner: { column: 'account', indexed: ['trashed_at is null', 'trashed_at is not null'] },
    kind: 'stored',
    isTree: true,
    references: [
      ofAccount,
      {
        column: 'parent_id',
        table: 'entries',
        key: 'id',
        condition: "target.account = source.account and target.kind = 'folder'",
      },
    ],
  },
  {
    name: 'versions',
    key: ['id'],
    owner: { column: 'entry_id', of: 'entries', key: 'id' },
    kind: 'stored',
    references: [
      { column: 'entry_id', table: 'entries', key: 'id', condition: "target.kind = 'file'" },
      { column: 'blob_id', table: 'blobs', key: 'id', condition: 'target.size = source.size' },
    ],
  },
  {
    name: 'previews',
    key: ['blob_id'],
    owner: { column: 'blob_id', of: 'blobs', key: 'id' },
    kind: 'stored',
    references: [{ column: 'blob_id', table: 'blobs', key: 'id' }],
    // Thumbnails are not copied, but made again.
    adapt: (row) =>
      row['state'] === 'made'
        ? { ...row, state: 'waiting', ...('thumbnail_bytes' in row && { thumbnail_bytes: null }) }
        : row,
  },
  {
    name: 'facts',
    key: ['blob_id'],
    owner: { column: 'blob_id', of: 'blobs', key: 'id' },
    kind: 'stored',
    references: [{ column: 'blob_id', table: 'blobs', key: 'id' }, ofAccount],
    // Read again, with the thumbnails.
    adapt: (row) => ({ ...row, state: 'waiting', tries: 0, lacks_decoder: 0 }),
  },
  {
    name: 'told_facts',
    key: ['blob_id'],
    owner: { column: 'blob_id', of: 'blobs', key: 'id' },
    kind: 'stored',
    references: [{ column: 'blob_id', table: 'blobs', key: 'id' }],
  },
  {
    name: 'download_tokens',
    key: ['id'],
    owner: { column: 'account' },
    kind: 'stored',
    references: [
      {
        column: 'entry_id',
        table: 'entries',
        key: 'id',
        condition: "target.account = source.account and target.kind = 'file'",
      },
      { column: 'app_password_id', table: 'app_passwords', key: 'id', condition: 'target.account = source.account' },
    ],
  },
  { name: 'finished_uploads', key: ['id'], owner: { column: 'account' }, kind: 'stored' },
  { name: 'uploads', key: ['id'], owner: { column: 'account' }, kind: 'local', references: [ofAccount] },
  { name: 'archives', key: ['id'], owner: { column: 'account' }, kind: 'transient', references: [ofAccount] },
  // Made again when somebody wants one.
  {
    name: 'account_archives',
    key: ['id'],
    owner: { column: 'account' },
    kind: 'local',
    references: [{ column: 'account', table: 'user', key: 'id' }],
  },
  {
    name: 'account_archive_parts',
    key: ['archive_id', 'number'],
    owner: { column: 'archive_id', of: 'account_archives', key: 'id' },
    kind: 'local',
    references: [{ column: 'archive_id', table: 'account_archives', key: 'id' }],
  },
  { name: 'unpackings', key: ['id'], owner: { column: 'account' }, kind: 'transient', references: [ofAccount] },
  { name: 'changes', key: ['account', 'revision'], owner: { column: 'account' }, kind: 'transient' },
  { name: 'operations', key: ['id'], owner: { column: 'account' }, kind: 'transient', references: [ofAccount] },
  {
    name: 'answers',
    key: ['account', 'key'],
    owner: { column: 'account' },
    kind: 'transient',
    references: [ofAccount],
  },
  {
    name: 'folder_contents',
    key: ['account', 'folder_id'],
    owner: { column: 'account' },
    kind: 'derived',
    references: [ofAccount],
    rebuild: rebuildContents,
  },
  {
    name: 'stored_sums',
    key: ['account', 'what'],
    owner: { column: 'account' },
    kind: 'derived',
    references: [ofAccount],
    rebuild: rebuildSums,
  },
  ...searchTables,
];
