import type { Random } from '#tests/support/fixtures/random.ts';
import type { Maker } from '../support/scene.ts';
import { accessOperations } from './access-operations.ts';
import { trashOperations } from './trash-operations.ts';
import { treeOperations } from './tree-operations.ts';
import { uploadOperations } from './upload-operations.ts';
import { versionOperations } from './version-operations.ts';

/** Every kind of operation, with how often it is chosen. */
export const operations: Record<string, { weight: number; make: Maker }> = {
  ...uploadOperations,
  ...treeOperations,
  ...trashOperations,
  ...versionOperations,
  ...accessOperations,
};

/** A kind by its weight. */
export function pickKind(random: Random): string {
  const all = Object.entries(operations);
  let left = random.next() * all.reduce((sum, [, { weight }]) => sum + weight, 0);
  return all.find(([, { weight }]) => (left -= weight) < 0)?.[0] ?? 'create folder';
}
