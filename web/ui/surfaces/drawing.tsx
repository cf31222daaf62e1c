import './drawing.css';
import type { ReactNode } from 'react';

/**
 * A drawing in one ink line with flat fills, 300 by 240 unless `viewBox` says otherwise. It decorates and says nothing.
 */
export function Drawing({ viewBox = '0 0 300 240', children }: { viewBox?: string; children: ReactNode }) {
  return (
    <svg className="drawing" viewBox={viewBox} aria-hidden="true">
      {children}
    </svg>
  );
}
