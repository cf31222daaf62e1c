import './incoming-transfers.css';
import { useSyncExternalStore } from 'react';
import { visibleName } from '#contract/names/names.ts';
import { ProgressBar } from '#web/ui/controls/progress-bar.tsx';
import type { Transfers } from '../queue/transfers.ts';

/** Files that another device or page of the user is uploading to this folder. */
export function IncomingTransfers({ transfers, folderId }: { transfers: Transfers; folderId: string | null }) {
  const incoming = useSyncExternalStore(transfers.subscribe, transfers.snapshot).filter(
    (transfer) => transfer.folderId === folderId,
  );
  if (incoming.length === 0) return null;
  return (
    <section className="incoming" aria-label="Uploading from another device">
      <h2 className="meta">Uploading from another device</h2>
      <ul className="incoming__list">
        {incoming.map(({ id, name, size, received }) => (
          <li key={id}>
            <span className="incoming__name" dir="auto" title={visibleName(name)}>
              {visibleName(name)}
            </span>
            <ProgressBar name={visibleName(name)} value={size === 0 ? 0 : received / size} />
          </li>
        ))}
      </ul>
    </section>
  );
}
