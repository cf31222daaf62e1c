import { useState } from 'react';
import { type SortDirection, type SortKey, sortDirections, sortKeys } from '#contract/sort-orders.ts';
import { readLocal, writeLocal } from '#web/ui/browser/local-storage.ts';
import { firstOrder, type Order } from './order.ts';

/** The oldest choices are forgotten. */
const maxFolders = 500;

/** The order that a person last chose for a folder on this device, and a function that chooses one; null is Root. */
export function useOrder(account: string, folderId: string | null): [Order, (order: Order) => void] {
  const key = `orders ${account}`;
  const [order, setOrder] = useState<Order>(() => readOrders(key).get(folderId ?? 'root') ?? firstOrder);
  return [
    order,
    (chosen) => {
      const orders = readOrders(key);
      orders.delete(folderId ?? 'root');
      orders.set(folderId ?? 'root', chosen);
      const kept = [...orders].slice(-maxFolders).map(([id, { sort, direction }]) => [id, sort, direction]);
      writeLocal(key, JSON.stringify(kept));
      setOrder(chosen);
    },
  ];
}

function readOrders(key: string): Map<string, Order> {
  const orders = new Map<string, Order>();
  for (const row of parsed(readLocal(key))) {
    const [id, sort, direction] = Array.isArray(row) ? (row as unknown[]) : [];
    if (typeof id === 'string' && isSortKey(sort) && isDirection(direction)) orders.set(id, { sort, direction });
  }
  return orders;
}

function parsed(text: string | null): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function isSortKey(value: unknown): value is SortKey {
  return (sortKeys as readonly unknown[]).includes(value);
}

function isDirection(value: unknown): value is SortDirection {
  return (sortDirections as readonly unknown[]).includes(value);
}
