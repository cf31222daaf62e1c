import { type SearchKind, searchKinds } from '#contract/kinds.ts';
import type { Wanted } from '../views/view-items.ts';

const dayMs = 24 * 60 * 60 * 1000;
const bytesOfMB = 1e6;

/** How long ago something may have changed, in days, and how large it is at least, in bytes, by what stands in the address. */
export const ages = { week: 7, month: 31, year: 366 } as const;
export const sizes = { '1mb': 1e6, '10mb': 1e7, '100mb': 1e8, '1gb': 1e9 } as const;
/** Stands there instead when the two ends are chosen: days `from` and `to`, sizes `min` and `max` in MB. */
export const between = 'between';

/** What the address of `/find` asks for; undefined when nothing is asked for. What it does not know it leaves out. */
export function wantedBy(params: URLSearchParams, now: number): Wanted | undefined {
  const q = (params.get('q') ?? '').trim();
  const kind = searchKinds.find((one): one is SearchKind => one === params.get('kind'));
  const folderId = params.get('in') ?? undefined;
  const starred = params.get('starred') === '1' || undefined;
  const wanted = {
    ...(q !== '' && { q }),
    ...(kind && { kind }),
    ...changedBy(params, now),
    ...sizeBy(params),
    ...(folderId !== undefined && { folderId }),
    ...(starred && { starred }),
  };
  return Object.keys(wanted).length === 0 ? undefined : wanted;
}

function changedBy(params: URLSearchParams, now: number): Pick<Wanted, 'from' | 'to'> {
  const changed = params.get('changed');
  const age = entryOf(ages, changed);
  // Whole days, so that the same question is asked again as long as it is the same day.
  if (age !== undefined) return { from: Math.floor(now / dayMs) * dayMs - age * dayMs };
  if (changed !== between) return {};
  const [first, last] = inOrder(params.get('from'), params.get('to'), startOfDay);
  const from = startOfDay(first);
  const to = startOfDay(last, 1);
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to: Math.max(0, to - 1) }) };
}

function sizeBy(params: URLSearchParams): Pick<Wanted, 'minSize' | 'maxSize'> {
  const size = params.get('size');
  const preset = entryOf(sizes, size);
  if (preset !== undefined) return { minSize: preset };
  if (size !== between) return {};
  const [least, most] = inOrder(params.get('min'), params.get('max'), bytesOf);
  const minSize = bytesOf(least);
  const maxSize = bytesOf(most);
  return { ...(minSize !== undefined && { minSize }), ...(maxSize !== undefined && { maxSize }) };
}

/** The two ends of a range, whichever of them was given first. */
function inOrder(
  low: string | null,
  high: string | null,
  read: (text: string | null) => number | undefined,
): [string | null, string | null] {
  return (read(low) ?? 0) > (read(high) ?? Infinity) ? [high, low] : [low, high];
}

/** When a day as in "2026-11-24" begins here, or one so many days later. */
function startOfDay(text: string | null, later = 0): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text ?? '') ?? [];
  if (year === undefined) return undefined;
  const time = new Date(Number(year), Number(month) - 1, Number(day) + later).getTime();
  return Number.isNaN(time) ? undefined : Math.max(0, time);
}

function bytesOf(text: string | null): number | undefined {
  const bytes = text === null || text === '' ? Number.NaN : Math.round(Number(text) * bytesOfMB);
  return Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : undefined;
}

function entryOf(table: Record<string, number>, key: string | null): number | undefined {
  return key !== null && Object.hasOwn(table, key) ? table[key] : undefined;
}
