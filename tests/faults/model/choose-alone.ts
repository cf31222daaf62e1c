import type { Random } from '#tests/support/fixtures/random.ts';
import { content, createChoices, name } from './choose.ts';
import type { Model } from './model.ts';
import { type Node, versionOf } from './nodes.ts';
import type { AloneOperation, SharedOperation } from './operation.ts';
import { isUnnamed } from './tree.ts';

/** What one client does next while no other does anything: mostly what changes many things, or takes them back. */
export function createAloneChoices(model: Model, random: Random) {
  const chooseShared = createChoices(model, random);

  return (): SharedOperation | AloneOperation | undefined => {
    const live = [...model.nodes.all()].filter(({ id }) => !isUnnamed(id) && model.nodes.live(id) !== undefined);
    const files = live.filter(({ kind }) => kind === 'file');
    const roll = random.between(1, 100);
    if (roll <= 20) return placing(live);
    if (roll <= 32) return movingMany(live);
    if (roll <= 55) return undoing();
    if (roll <= 65) return nextVersion(files);
    if (roll <= 80) return ofVersion(files);
    const operation = chooseShared(() => true);
    return operation === 'empty' ? undefined : operation;
  };

  /** Only what is known by name, since what lies in a folder is moved in the order in which it came. */
  function placing(live: readonly Node[]): AloneOperation | undefined {
    const node = pick(live);
    const folder = random.oneIn(4) ? undefined : pick(live.filter(({ kind }) => kind === 'folder'));
    if (node === undefined || !isNamed(node) || (folder !== undefined && !isNamed(folder))) return undefined;
    return {
      kind: 'place',
      what: random.oneIn(3) ? 'copy' : 'move',
      id: node.id,
      parentId: folder?.id ?? null,
      ...(random.oneIn(4) && { name: name(random) }),
      ifTaken: random.pick('stay', 'skip', 'keep-both', 'next-version'),
    };
  }

  /** Once in a while the same one again. */
  function movingMany(live: readonly Node[]): AloneOperation | undefined {
    const named = live.filter(isNamed);
    const things = Array.from({ length: random.between(2, 8) }, () => pick(named));
    const folder = random.oneIn(4) ? undefined : pick(named.filter(({ kind }) => kind === 'folder'));
    const ids = things.flatMap((node) => node?.id ?? []);
    if (ids.length === 0) return undefined;
    const ifTaken = random.pick('stay', 'skip', 'keep-both', 'next-version', undefined);
    return { kind: 'move-many', ids, parentId: folder?.id ?? null, ...(ifTaken && { ifTaken }) };
  }

  /** Mostly what was done last. */
  function undoing(): AloneOperation | undefined {
    const ids = model.operations();
    const operationId = random.oneIn(3) ? pick(ids) : ids.at(-random.between(1, Math.min(5, ids.length)));
    return operationId === undefined ? undefined : { kind: 'undo', operationId };
  }

  function nextVersion(files: readonly Node[]): SharedOperation | undefined {
    const file = pick(files);
    return file && { kind: 'upload', parentId: file.parentId, name: file.name, content: content(random) };
  }

  function ofVersion(files: readonly Node[]): AloneOperation | undefined {
    const file = pick(files.filter(({ versions }) => versions.length > 1)) ?? pick(files);
    if (file === undefined) return undefined;
    const kind = random.pick('restore-version', 'remove-version', 'keep-both');
    const isCurrent = kind === 'keep-both' ? !random.oneIn(8) : random.oneIn(8);
    return { kind, id: file.id, number: isCurrent ? versionOf(file) : random.between(1, versionOf(file)) };
  }

  function pick<One>(all: readonly One[]): One | undefined {
    return all[random.between(0, all.length - 1)];
  }

  function isNamed({ id }: Node): boolean {
    return !isUnnamed(id) && model.nodes.below(id).every(isNamed);
  }
}
