import './arriving.css';
import { useSyncExternalStore } from 'react';
import { ProgressBar } from '#web/ui/controls/progress-bar.tsx';
import type { Transfers } from '../queue/transfers.ts';

/** Files that another device or page of the person is sending into this folder: each keeps its place until it is there. */
export function Arriving({ transfers, folderId }: { transfers: Transfers; folderId: string | null }) {
  const here = useSyncExternalStore(transfers.subscribe, transfers.snapshot).filter(
    (transfer) => transfer.folderId === folderId,
  );
  if (here.length === 0) return null;
  return (
    <section className="arriving" aria-label="On its way from elsewhere">
      <h2 className="meta">On its way from elsewhere</h2>
      <ul className="arriving__list">
        {here.map(({ id, name, size, received }) => (
          <li key={id}>
            <span className="arriving__name" dir="auto" title={name}>
              {name}
            </span>
            <ProgressBar name={name} value={size === 0 ? 0 : received / size} held={false} />
          </li>
        ))}
      </ul>
    </section>
  );
}
