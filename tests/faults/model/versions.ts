import { type Node, versionOf } from './nodes.ts';
import { refuse, type Tree } from './tree.ts';

/** Adds a version with an earlier content (decision 58). */
export function restoreVersion(tree: Tree, id: string, number: number): Node {
  const file = liveFile(tree, id);
  const version = file.versions.find((one) => one.number === number) ?? refuse('version-not-found');
  return number === versionOf(file) ? file : tree.addContent(id, version.content);
}

export function removeVersion(tree: Tree, id: string, number: number): Node {
  const file = liveFile(tree, id);
  if (number === versionOf(file)) refuse('version-is-current');
  if (!file.versions.some((one) => one.number === number)) refuse('version-not-found');
  return tree.nodes.set({ ...file, versions: file.versions.filter((one) => one.number !== number) });
}

/** The current version becomes a file of its own; the one before is current again, by a new number. */
export function keepBoth(tree: Tree, id: string, number: number, madeId: string): Node {
  const file = liveFile(tree, id);
  if (number !== versionOf(file)) refuse('generation-mismatch');
  const [current, earlier] = file.versions.toReversed();
  if (current === undefined || earlier === undefined) return refuse('version-not-found');
  const { createdAt: _, ...rest } = file;
  const name = tree.freeName(file, 'new');
  tree.nodes.set({ ...rest, id: madeId, name, starred: false, versions: [{ ...current, number: 1 }] });
  const versions = [...file.versions.slice(0, -2), { ...earlier, number: number + 1 }];
  return tree.nodes.set({ ...file, versions });
}

function liveFile(tree: Tree, id: string): Node {
  const node = tree.nodes.live(id);
  return node?.kind === 'file' ? node : refuse('object-not-found');
}
