import type { TableDeclaration } from '#server/database/table-declaration.ts';

export const installationTables: TableDeclaration[] = [
  { name: 'installation', key: ['id'], owner: 'nobody', kind: 'local' },
  { name: 'installation_migrations', key: ['id'], owner: 'nobody', kind: 'local' },
  { name: 'server_days', key: ['day'], owner: 'nobody', kind: 'local' },
  { name: 'nodes', key: ['id'], owner: 'nobody', kind: 'local' },
  { name: 'blob_states', key: ['store', 'blob_id'], owner: 'nobody', kind: 'local' },
];
