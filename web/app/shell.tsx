import './shell.css';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { useUser } from '#web/features/account/session/session-context.ts';
import { Brand } from '#web/ui/brand/brand.tsx';
import { Key } from '#web/ui/controls/key.tsx';
import { BoxIcon, HomeIcon, PersonIcon, PlusIcon, SearchIcon } from '#web/ui/icons/icons.tsx';
import { ThemeToggle } from '#web/ui/theme/theme-toggle.tsx';
import { useFind } from './workspace/find/use-find.ts';
import { loadChunk } from './workspace/load-chunk.ts';
import { NewSlotContext, type NewState } from './workspace/new-slot.ts';

const loadPalette = () => import('./workspace/find/find-palette.tsx');
const FindPalette = lazy(async () => ({ default: (await loadChunk(loadPalette)).FindPalette }));

/** What the header leads to for who is signed in. The profile leads to a view too. */
const places = [
  { to: '/task', label: 'Folders' },
  { to: '/starred', label: 'Starred', isView: true },
  { to: '/recent', label: 'Recent', isView: true },
  { to: '/trash', label: 'Trash' },
];

/** The shared layout: the header, and on phones the bar at the bottom. */
export function Shell() {
  const { pathname } = useLocation();
  const user = useUser();
  const [newSlot, setNewSlot] = useState<Element | null>(null);
  const cover = pathname === '/';
  const find = useFind(Boolean(user), loadPalette);
  const inProfile = /^\/(dashboard|people)(\/|$)/.test(pathname);
  const inFolders = pathname === '/task' || pathname.startsWith('/folder/');

  return (
    <>
      <header className="top">
        <div className="top__in">
          <Link className="brand" to="/">
            <Brand />
          </Link>
          {user && pathname !== '/find' ? (
            <button
              className="top__find"
              type="button"
              aria-haspopup="dialog"
              aria-keyshortcuts="/"
              onClick={find.open}
            >
              <SearchIcon />
              <span>Find folders and files</span>
              <Key aria-hidden="true">Ctrl K</Key>
            </button>
          ) : null}
          <nav className={cover ? 'nav' : 'nav nav--inside'} aria-label="Main">
            <NavLink to="/" current={cover}>
              Home
            </NavLink>
            {user
              ? places.map(({ to, label, isView }) => (
                  <NavLink
                    className={isView ? 'nav__folders nav__view' : 'nav__folders'}
                    key={to}
                    to={to}
                    current={to === '/task' ? inFolders : pathname === to}
                  >
                    {label}
                  </NavLink>
                ))
              : null}
            <NavLink to="/dashboard" current={inProfile}>
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
          <Link className="bottom__to-new" to="/task" state={{ opensNew: true } satisfies NewState}>
            <PlusIcon />
            New
          </Link>
          <NavLink to="/find" current={pathname === '/find'}>
            <SearchIcon />
            Find
          </NavLink>
          <NavLink to="/dashboard" current={inProfile}>
            <PersonIcon />
            Profile
          </NavLink>
        </nav>
      )}
      {find.begun !== undefined && user ? (
        <Suspense fallback={null}>
          <FindPalette begun={find.begun} onClose={find.close} />
        </Suspense>
      ) : null}
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
