import { useState } from 'react';
import type { SortDirection, SortKey } from '#contract/sort-orders.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CheckIcon, SortIcon } from '#web/ui/icons/icons.tsx';
import { Menu, type MenuPlace } from '#web/ui/overlays/menu.tsx';
import type { Order } from './order.ts';

type Words = { label: string; first: SortDirection } & Record<SortDirection, string>;

/** In the order of the menu; `first` is the direction that one begins with. */
const sortWords: Record<SortKey, Words> = {
  name: { label: 'Name', first: 'asc', asc: 'A to Z', desc: 'Z to A' },
  created: { label: 'Date added', first: 'desc', asc: 'Oldest first', desc: 'Newest first' },
  taken: { label: 'Date taken', first: 'desc', asc: 'Oldest first', desc: 'Newest first' },
  modified: { label: 'Date modified', first: 'desc', asc: 'Oldest first', desc: 'Newest first' },
  size: { label: 'Size', first: 'desc', asc: 'Smallest first', desc: 'Largest first' },
  kind: { label: 'Kind', first: 'asc', asc: 'A to Z', desc: 'Z to A' },
};

/** Opens the menu of what a folder can be ordered by. */
export function SortButton({ order, onOrder }: { order: Order; onOrder: (order: Order) => void }) {
  const [open, setOpen] = useState<MenuPlace>();
  const words = sortWords[order.sort];

  function choose(part: Partial<Order>) {
    setOpen(undefined);
    onOrder({ ...order, ...part });
  }

  return (
    <>
      <Button
        className="sort-button"
        aria-haspopup="menu"
        aria-expanded={open !== undefined}
        onClick={({ currentTarget }) => setOpen(currentTarget.getBoundingClientRect())}
      >
        <SortIcon />
        <span>Sort: {words.label}</span>
      </Button>
      {open ? (
        <Menu title="Sort by" at={open} onClose={() => setOpen(undefined)}>
          <div role="group" aria-label="Sort by">
            {Object.entries(sortWords).map(([sort, { label, first }]) => (
              <Item
                key={sort}
                label={label}
                chosen={sort === order.sort}
                onChoose={() => choose({ sort: sort as SortKey, direction: first })}
              />
            ))}
          </div>
          <div className="menu__group" role="group" aria-label="Direction">
            {(['asc', 'desc'] as const).map((direction) => (
              <Item
                key={direction}
                label={words[direction]}
                chosen={direction === order.direction}
                onChoose={() => choose({ direction })}
              />
            ))}
          </div>
        </Menu>
      ) : null}
    </>
  );
}

function Item({ label, chosen, onChoose }: { label: string; chosen: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      className="menu__item"
      role="menuitemradio"
      aria-checked={chosen}
      tabIndex={-1}
      onClick={onChoose}
    >
      <CheckIcon className={chosen ? undefined : 'invisible'} />
      {label}
    </button>
  );
}
