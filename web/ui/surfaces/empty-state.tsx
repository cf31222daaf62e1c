import './empty-state.css';
import type { ReactNode } from 'react';

type EmptyStateProps = {
  drawing: ReactNode;
  title: string;
  /** Whether `title` is the heading of the page, or one below it. */
  isPage?: boolean;
  text: string;
  /** In small print below it. */
  note?: string;
  /** Whether screen readers announce it at once. */
  alert?: boolean;
  children?: ReactNode;
};

/** A page that has nothing to show: a drawing, a few words, and below them what can be done. */
export function EmptyState({ drawing, title, isPage, text, note, alert, children }: EmptyStateProps) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className="empty-state">
      {drawing}
      <div role={alert ? 'alert' : undefined}>
        <Heading>{title}</Heading>
        <p className="lead">{text}</p>
        {note === undefined ? null : <p className="meta mt-3">{note}</p>}
        {children ? <div className="mt-6">{children}</div> : null}
      </div>
    </div>
  );
}
