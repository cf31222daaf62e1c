import type { TableDeclaration } from '#server/database/table-declaration.ts';

export const backupTables: TableDeclaration[] = [{ name: 'backup_runs', key: ['id'], owner: 'nobody', kind: 'local' }];
