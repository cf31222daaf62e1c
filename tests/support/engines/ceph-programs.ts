import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const needed = ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'];

/** Whether the programs of a Ceph cluster are on the path; undefined when one of them is missing. */
export function findCephPrograms(): true | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return needed.every((name) => folders.some((folder) => existsSync(join(folder, name)))) ? true : undefined;
}
