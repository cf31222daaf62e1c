import { nameKey } from '#contract/names/names.ts';
import type { Random } from '#tests/support/fixtures/random.ts';
import type { Model } from './model.ts';
import type { Node } from './nodes.ts';
import type { SharedOperation } from './operation.ts';
import { isUnnamed } from './tree.ts';

/** Few names, some the same in another writing, so that they meet; none of a picture, whose small one would be a change. */
const names = [
  'a',
  'A',
  'b',
  'c',
  'Ä',
  'Ä'.normalize('NFD'),
  'photo.raw',
  'Photo.RAW',
  'x.txt',
  '.hidden',
  'd',
  'e',
  'f',
];
const contents = 40;
/** Above so many nodes, more goes away than comes. */
const fullTree = 500;

/** What to do next: random, but on things that are there, or were a moment ago. */
export function createChoices(model: Model, random: Random) {
  const remembered: string[] = [];

  return (isFree: (target: string) => boolean): SharedOperation | 'empty' | undefined => {
    const known = [...model.nodes.all()].filter(({ id }) => !isUnnamed(id));
    const folders = known.filter(({ kind }) => kind === 'folder');
    const inTrash = known.filter(({ trashedAt }) => trashedAt !== null);
    const operation = choose({ known, folders, inTrash });
    if (operation === undefined || operation === 'empty') return operation;
    remember(known);
    return targetsOf(operation).every(isFree) ? operation : undefined;
  };

  type Things = Record<'known' | 'folders' | 'inTrash', Node[]>;

  function choose({ known, folders, inTrash }: Things): SharedOperation | 'empty' | undefined {
    const id = idOf(known);
    const parentId = placeOf(folders);
    const isFull = known.length > fullTree;
    const roll = random.between(1, 100);
    if (roll <= 14) return isFull ? { kind: 'trash', id } : { kind: 'create', parentId, name: name(random) };
    if (roll <= 34)
      return isFull
        ? { kind: 'trash', id }
        : { kind: 'upload', parentId, name: name(random), content: content(random) };
    if (roll <= 40) return { kind: 'link', parentId, name: name(random), content: content(random) };
    if (roll <= 46) return { kind: 'update', id, name: name(random) };
    if (roll <= 50) return { kind: 'star', id, starred: !random.oneIn(3) };
    if (roll <= 62) return { kind: 'update', id, parentId };
    if (roll <= 65) return { kind: 'update', id, name: name(random), parentId };
    if (roll <= 72) return isFull ? { kind: 'trash', id } : { kind: 'copy', id, parentId };
    if (roll <= 74) return isFull ? undefined : { kind: 'copy', id, parentId, name: name(random) };
    if (roll <= 84) return { kind: 'trash', id };
    if (roll <= 91) return { kind: 'restore', id: random.oneIn(8) ? id : idOf(inTrash) };
    if (roll <= 99) return { kind: 'remove', id: random.oneIn(8) ? id : idOf(inTrash) };
    return random.oneIn(isFull ? 1 : 4) ? 'empty' : undefined;
  }

  /** Once in a while one that may be gone. */
  function idOf(things: Node[]): string {
    const gone = remembered[random.between(0, remembered.length)];
    if (gone !== undefined && random.oneIn(25)) return gone;
    return things[random.between(0, things.length - 1)]?.id ?? gone ?? '00000000-0000-4000-8000-000000000000';
  }

  function placeOf(folders: Node[]): string | null {
    return random.oneIn(4) ? null : idOf(folders);
  }

  function remember(known: Node[]): void {
    const one = known[random.between(0, known.length - 1)];
    if (one === undefined || !random.oneIn(10)) return;
    remembered.push(one.id);
    if (remembered.length > 50) remembered.shift();
  }
}

export function name(random: Random): string {
  return random.pick(...(names as [string, ...string[]]));
}

export function content(random: Random): string {
  return `content ${random.between(1, contents)}`;
}

/** Bytes of a content, and how many: sizes on both sides of what the database keeps itself. */
export function contentSize(text: string): number {
  const number = Number(text.split(' ')[1]);
  return number === 1 ? 0 : number % 4 === 0 ? 17_000 + number : number * 13;
}

export const allContents = Array.from({ length: contents }, (_, i) => `content ${i + 1}`);

/** What no second operation may be about at the same time, so that each change has one that made it. */
export function targetsOf(operation: SharedOperation): string[] {
  switch (operation.kind) {
    case 'create':
    case 'copy':
      return [];
    case 'upload':
    case 'link':
      return [`${operation.parentId} ${nameKey(operation.name)}`];
    default:
      return [operation.id];
  }
}
