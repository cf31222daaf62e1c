import './notice.css';
import type { ReactNode } from 'react';

type NoticeProps = {
  tone?: 'plain' | 'good' | 'bad';
  icon: ReactNode;
  id?: string;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
};

/** A slip on the page that says what happened and what to do. A bad one is told at once, the others when there is time. */
export function Notice({ tone = 'plain', icon, id, title, children, action }: NoticeProps) {
  return (
    <div className={`notice notice--${tone}`} id={id} role={tone === 'bad' ? 'alert' : 'status'}>
      {icon}
      <div>
        <b>{title}</b>
        {children}
      </div>
      {action}
    </div>
  );
}
