import './account-frame.css';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Brand } from '#web/ui/brand/brand.tsx';
import { ThemeToggle } from '#web/ui/theme/theme-toggle.tsx';

/** A link to another account page, with a question before it. `state` goes with it through the router. */
export type AccountLink = { to: string; label: string; question?: string; state?: unknown };

type AccountFrameProps = {
  title: string;
  lead: string;
  picture: string;
  links: readonly AccountLink[];
  children: ReactNode;
};

/** The frame of the account pages: the form on paper, the cloth cover of the album beside it. */
export function AccountFrame({ title, lead, picture, links, children }: AccountFrameProps) {
  return (
    <div className="account">
      <title>{`${title} · Keepsake`}</title>
      <div className="account__side">
        <header className="flex items-center justify-between">
          <Link className="brand" to="/">
            <Brand />
          </Link>
          <ThemeToggle />
        </header>
        <main className="account__in" id="main" tabIndex={-1}>
          <h1>{title}</h1>
          <p>{lead}</p>
          <div className="account__body">{children}</div>
          <div className="account__links">
            {links.map(({ to, label, question, state }) => (
              <span key={to}>
                {question ? `${question} ` : null}
                <Link className="link" to={to} state={state}>
                  {label}
                </Link>
              </span>
            ))}
          </div>
        </main>
      </div>
      <aside className="account__cover cloth" aria-hidden="true">
        <div className="account__inset">
          <div className="account__picture">
            <img src={picture} alt="" width="440" height="330" />
          </div>
          <span className="label">Memories and precious things</span>
        </div>
      </aside>
    </div>
  );
}
