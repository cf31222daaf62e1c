import { isSmall } from './send-file.ts';
import type { UploadItem } from './upload-item.ts';

/** By how much there is to send: small files travel together, and large ones leave a place to others. */
export type Lane = 'small' | 'medium' | 'large';

export const lanes: readonly Lane[] = ['small', 'medium', 'large'];

const largeBytes = 32 * 1024 ** 2;

export function laneOf(bytes: number): Lane {
  if (isSmall(bytes)) return 'small';
  return bytes > largeBytes ? 'large' : 'medium';
}

/** How many uploads are in each state, so that nobody has to look at all of them. */
export function createStateCounts() {
  const counts: Record<Lane, Partial<Record<UploadItem['state'], number>>> = { small: {}, medium: {}, large: {} };

  return {
    count({ state, size }: UploadItem, by: 1 | -1) {
      const lane = counts[laneOf(size)];
      lane[state] = (lane[state] ?? 0) + by;
    },
    of: (state: UploadItem['state'], lane: Lane): number => counts[lane][state] ?? 0,
  };
}
