import type { Thing } from '../placing/placing-outcome.ts';

/** Folders and files on their way to another folder, also one in another window. */
export type Carried = { account: string; what: 'move' | 'copy'; things: readonly Thing[] };

/** Their type among what the browser drags, or keeps in the clipboard. */
const carriedType = 'application/x-keepsake-things';

/** The names go along as a text, for other programs. */
export function carry(transfer: DataTransfer, carried: Carried): void {
  transfer.setData(carriedType, JSON.stringify(carried));
  transfer.setData('text/plain', carried.things.map(({ name }) => name).join('\n'));
}

/** Whether there are any; what they are is known when they are let go. */
export function isCarrying(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes(carriedType) === true;
}

/** Undefined when there are none of this account: other pages can write that type too. */
export function readCarried(transfer: DataTransfer | null, account: string): Carried | undefined {
  try {
    const carried = JSON.parse(transfer?.getData(carriedType) ?? '') as Partial<Carried> | null;
    const { what, things = [] } = carried ?? {};
    const isWhole = (what === 'move' || what === 'copy') && things.length > 0 && things.every(isThing);
    return carried?.account === account && isWhole ? { account, what, things } : undefined;
  } catch {
    return undefined;
  }
}

function isThing({ id, name }: Partial<Thing>): boolean {
  return typeof id === 'string' && typeof name === 'string';
}
