import type { SortKey } from '#contract/sort-orders.ts';
import { SortIcon } from '#web/ui/icons/icons.tsx';
import type { Order } from '../order/order.ts';

type SortHeaderProps = { label: string; sort: SortKey; order: Order; onOrder: (order: Order) => void };

/** The head of a column, which orders the rows by it, the second time the other way round. */
export function SortHeader({ label, sort, order, onOrder }: SortHeaderProps) {
  const isSorted = order.sort === sort;
  const isUp = order.direction === 'asc';
  return (
    <span role="columnheader" aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : 'none'}>
      <button
        type="button"
        className={isSorted ? 'list__sort list__sort--sorted' : 'list__sort'}
        onClick={() => onOrder({ sort, direction: isSorted && isUp ? 'desc' : 'asc' })}
      >
        {label}
        <SortIcon className={isUp && isSorted ? 'ic--16 rotate-180' : 'ic--16'} />
      </button>
    </span>
  );
}
