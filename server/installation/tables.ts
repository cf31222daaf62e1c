import type { TableDeclaration } from '#server/database/table-declaration.ts';

export const installationTables: TableDeclaration[] = [
  { name: 'installation', key: ['id'], kind: 'local' },
  { name: 'installation_migrations', key: ['id'], kind: 'local' },
  { name: 'server_days', key: ['day'], kind: 'local' },
  { name: 'nodes', key: ['id'], kind: 'local' },
  { name: 'blob_states', key: ['store', 'blob_id'], kind: 'local' },
];
