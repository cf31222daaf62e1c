import './shell.css';
import { type ReactNode, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { useUser } from '#web/features/account/session/session-context.ts';
import { Brand } from '#web/ui/brand/brand.tsx';
import { BoxIcon, HomeIcon, PersonIcon } from '#web/ui/icons/icons.tsx';
import { ThemeToggle } from '#web/ui/theme/theme-toggle.tsx';
import { NewSlotContext } from './workspace/new-slot.ts';

/** The shared layout: the header, and on phones the bar at the bottom. */
export function Shell() {
  const { pathname } = useLocation();
  const user = useUser();
  const [newSlot, setNewSlot] = useState<Element | null>(null);
  const cover = pathname === '/';
  const inFolders = pathname === '/task' || pathname.startsWith('/folder/');

  return (
    <>
      <header className="top">
        <div className={cover ? 'top__in top__in--cover' : 'top__in'}>
          <Link className="brand" to="/">
            <Brand />
          </Link>
          <nav className={cover ? 'nav' : 'nav nav--inside'} aria-label="Main">
            <NavLink to="/" current={cover}>
              Home
            </NavLink>
            {user ? (
              <NavLink className="nav__folders" to="/task" current={inFolders}>
                Folders
              </NavLink>
            ) : null}
            {user ? (
              <NavLink className="nav__folders nav__view" to="/starred" current={pathname === '/starred'}>
                Starred
              </NavLink>
            ) : null}
            {user ? (
              <NavLink className="nav__folders nav__view" to="/recent" current={pathname === '/recent'}>
                Recent
              </NavLink>
            ) : null}
            {user ? (
              <NavLink className="nav__folders" to="/trash" current={pathname === '/trash'}>
                Trash
              </NavLink>
            ) : null}
            <NavLink to="/dashboard" current={pathname === '/dashboard'}>
              Profile
            </NavLink>
          </nav>
          <ThemeToggle />
        </div>
      </header>
      <main className={cover ? undefined : 'page'} id="main" tabIndex={-1}>
        <NewSlotContext value={newSlot}>
          <Outlet />
        </NewSlotContext>
      </main>
      {cover ? null : (
        <nav className="bottom" aria-label="Main, phone">
          <NavLink to="/" current={false}>
            <HomeIcon />
            Home
          </NavLink>
          <NavLink to="/task" current={inFolders}>
            <BoxIcon />
            Folders
          </NavLink>
          <div className="bottom__new" ref={setNewSlot} />
          <NavLink to="/dashboard" current={pathname === '/dashboard'}>
            <PersonIcon />
            Profile
          </NavLink>
        </nav>
      )}
    </>
  );
}

type NavLinkProps = { to: string; current: boolean; className?: string; children: ReactNode };

function NavLink({ to, current, className, children }: NavLinkProps) {
  return (
    <Link className={className} to={to} aria-current={current ? 'page' : undefined}>
      {children}
    </Link>
  );
}
