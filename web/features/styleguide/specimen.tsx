import type { ReactNode } from 'react';

type SpecimenProps = { of: string; state?: 'hover' | 'focus' | 'active'; className?: string; children: ReactNode };

/** One part in one state, with its name. */
export function Specimen({ of, state, className, children }: SpecimenProps) {
  return (
    <figure>
      <div className={className} data-state={state}>
        {children}
      </div>
      <figcaption>{of}</figcaption>
    </figure>
  );
}

/** Specimens side by side. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="guide__row">{children}</div>;
}
