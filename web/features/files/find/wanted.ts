import { type SearchKind, searchKinds } from '#contract/kinds.ts';
import type { Wanted } from '../views/view-items.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** How long ago something may have changed, in days, and how large it is at least, in bytes, by what stands in the address. */
export const ages = { week: 7, month: 31, year: 366 } as const;
export const sizes = { '1mb': 1e6, '10mb': 1e7, '100mb': 1e8, '1gb': 1e9 } as const;

/** What the address of `/find` asks for; undefined when nothing is asked for. What it does not know it leaves out. */
export function wantedBy(params: URLSearchParams, now: number): Wanted | undefined {
  const q = (params.get('q') ?? '').trim();
  const kind = searchKinds.find((one): one is SearchKind => one === params.get('kind'));
  const age = entryOf(ages, params.get('changed'));
  const minSize = entryOf(sizes, params.get('size'));
  const folderId = params.get('in') ?? undefined;
  const starred = params.get('starred') === '1' || undefined;
  const wanted = {
    ...(q !== '' && { q }),
    ...(kind && { kind }),
    // Whole days, so that the same question is asked again as long as it is the same day.
    ...(age !== undefined && { from: Math.floor(now / dayMs) * dayMs - age * dayMs }),
    ...(minSize !== undefined && { minSize }),
    ...(folderId !== undefined && { folderId }),
    ...(starred && { starred }),
  };
  return Object.keys(wanted).length === 0 ? undefined : wanted;
}

function entryOf(table: Record<string, number>, key: string | null): number | undefined {
  return key !== null && Object.hasOwn(table, key) ? table[key] : undefined;
}
