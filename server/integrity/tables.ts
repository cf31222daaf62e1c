import type { TableDeclaration } from '#server/database/table-declaration.ts';

const ofBlob = [{ column: 'blob_id', table: 'blobs', key: 'id' }];

export const integrityTables: TableDeclaration[] = [
  {
    name: 'blobs',
    key: ['id'],
    owner: { column: 'account' },
    kind: 'stored',
    references: [{ column: 'account', table: 'accounts', key: 'user_id' }],
  },
  {
    name: 'blob_sums',
    key: ['blob_id', 'part'],
    owner: { column: 'blob_id', of: 'blobs', key: 'id' },
    kind: 'stored',
    references: ofBlob,
  },
  // The bytes are copied like those of all other blobs.
  {
    name: 'small_blobs',
    key: ['blob_id'],
    owner: { column: 'blob_id', of: 'blobs', key: 'id' },
    kind: 'stored',
    columns: ['blob_id'],
    references: ofBlob,
  },
];
