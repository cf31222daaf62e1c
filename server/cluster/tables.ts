import type { TableDeclaration } from '#server/database/table-declaration.ts';

export const clusterTables: TableDeclaration[] = [{ name: 'leases', key: ['name'], owner: 'nobody', kind: 'local' }];
