import type { DatabaseConnection, Driver } from 'kysely';

type Deps = Pick<DatabaseConnection, 'executeQuery'> & Pick<Driver, 'destroy'>;

/** The driver of one connection for single statements that read, which many use at once. */
export function readingDriver({ executeQuery, destroy }: Deps): Driver {
  return {
    init: async () => {},
    acquireConnection: async () => ({ executeQuery, streamQuery: unsupported }),
    releaseConnection: async () => {},
    beginTransaction: unsupported,
    commitTransaction: unsupported,
    rollbackTransaction: unsupported,
    destroy,
  };
}

function unsupported(): never {
  throw new Error('This connection is for single statements that read');
}
