import { visibleName } from '#contract/names/names.ts';
import type { Thing } from '../placing/placing-outcome.ts';

/** So many of the dragged things are shown. */
const maxPrints = 3;

/** What hangs from the pointer: small pictures of the first things, and the name of one or how many there are. */
export function showDragImage(transfer: DataTransfer, things: readonly Thing[]): void {
  const [first, ...others] = things;
  const image = document.createElement('div');
  image.className = 'drag-image';
  image.append(...things.flatMap(({ id }) => printOf(id) ?? []).slice(0, maxPrints));
  const words = document.createElement('b');
  words.textContent =
    others.length > 0 ? `${things.length.toLocaleString('en')} items` : visibleName(first?.name ?? '');
  image.append(words);
  document.body.append(image);
  transfer.setDragImage(image, -12, -12);
  // The browser has taken its picture then.
  setTimeout(() => image.remove());
}

/** The tile, row or line of an entry; undefined when it is not drawn. */
export function cellOf(id: string): HTMLElement | undefined {
  const link = document.querySelector(`[data-entry="${CSS.escape(id)}"]`);
  return link?.closest<HTMLElement>('.tile, .list__row, .view__row') ?? undefined;
}

function printOf(id: string): Node | undefined {
  const picture = cellOf(id)?.querySelector('.tile__stage > *, .thumbnail > *');
  if (!picture) return undefined;
  const print = document.createElement('span');
  print.className = 'thumbnail';
  print.append(picture.cloneNode(true));
  return print;
}
