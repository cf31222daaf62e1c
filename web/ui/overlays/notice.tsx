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

/**
 * A note on the page that says what happened and what to do. Screen readers announce a bad one at once, the others
 * politely.
 */
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
