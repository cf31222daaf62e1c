import type { ComponentType } from 'react';
import { createBrowserRouter } from 'react-router';
import type { Session } from '#web/features/account/session/session.ts';
import { ErrorPage } from './error-page.tsx';
import { Guard } from './guard.tsx';
import { HomePage } from './home-page.tsx';
import { Root } from './root.tsx';
import { Shell } from './shell.tsx';
import { loadChunk } from './workspace/load-chunk.ts';

const loadLogIn = () => import('./log-in-chunk.ts');
/** After the page, so that a session which ends while the server is away finds the log-in page, in milliseconds. */
const loadLogInAfterMs = 1000;
const loadProfile = () => import('./profile/profile-chunk.ts');

/**
 * The routes (specification, section 2). Pages that few visitors or only signed-in users see are loaded when they are
 * needed.
 */
export function createRoutes(session: Session) {
  const logIn = page(loadLogIn, 'LogInPage');
  const signUp = page(loadLogIn, 'SignUpPage');
  const folder = page(() => import('./workspace/workspace-chunk.ts'), 'FolderPage');
  const trash = page(() => import('./workspace/trash-page.tsx'), 'TrashPage');
  const starred = page(() => import('./workspace/view-pages.tsx'), 'StarredPage');
  const recent = page(() => import('./workspace/view-pages.tsx'), 'RecentPage');
  const find = page(() => import('./workspace/find/find-page.tsx'), 'FindPage');
  const profile = (name: keyof Awaited<ReturnType<typeof loadProfile>>) => page(loadProfile, name);
  const forgot = page(() => import('#web/features/account/by-mail/forgot-page.tsx'), 'ForgotPage');
  const reset = page(() => import('#web/features/account/by-mail/reset-page.tsx'), 'ResetPage');
  const address = page(() => import('#web/features/account/by-mail/address-page.tsx'), 'AddressPage');
  const invitation = page(() => import('#web/features/account/invitation/invitation-page.tsx'), 'InvitationPage');
  const whoMaySignUp = page(() => import('#web/features/account/invitation/who-may-sign-up.tsx'), 'WhoMaySignUp');
  const people = page(() => import('./people/people-chunk.tsx'), 'People');
  const closing = page(() => import('#web/features/account/leaving/closing-page.tsx'), 'ClosingPage');
  const unopenable = page(() => import('./unopenable-page.tsx'), 'UnopenablePage');
  const notFound = page(() => import('./not-found-page.tsx'), 'NotFoundPage');

  const router = createBrowserRouter([
    {
      element: <Root session={session} />,
      errorElement: <ErrorPage />,
      hydrateFallbackElement: <></>,
      children: [
        {
          // An error takes down the page only: the workspace goes on uploading.
          errorElement: <ErrorPage />,
          children: [
            { path: 'login', lazy: logIn },
            { path: 'signup', lazy: signUp },
            { path: 'forgot', lazy: forgot },
            { path: 'reset', lazy: reset },
            { path: 'address/:link', lazy: address },
            { path: 'closing', lazy: closing },
            { path: 'join', lazy: invitation },
            { path: 'setup', lazy: invitation },
            { path: 'setup/sign-up', lazy: whoMaySignUp },
            ...(import.meta.env.DEV ? [{ path: 'styleguide', lazy: styleguide() }] : []),
            {
              element: <Shell />,
              children: [
                { index: true, element: <HomePage /> },
                {
                  element: <Guard />,
                  // The header is shown while the page below it loads.
                  hydrateFallbackElement: <></>,
                  children: [
                    {
                      path: 'dashboard',
                      lazy: profile('ProfileRooms'),
                      children: [
                        { index: true, lazy: profile('ProfileRoom') },
                        { path: 'security', lazy: profile('SecurityRoom') },
                        { path: 'devices', lazy: profile('DevicesRoom') },
                        { path: 'storage', lazy: profile('StorageRoom') },
                        { path: 'appearance', lazy: profile('AppearanceRoom') },
                      ],
                    },
                    { path: 'people/:room?', lazy: people },
                    { path: 'task', lazy: folder },
                    { path: 'folder/:folderId', lazy: folder },
                    { path: 'starred', lazy: starred },
                    { path: 'recent', lazy: recent },
                    { path: 'find', lazy: find },
                    { path: 'trash', lazy: trash },
                  ],
                },
                { path: 'content/*', lazy: unopenable },
                { path: '*', lazy: notFound },
              ],
            },
          ],
        },
      ],
    },
  ]);
  setTimeout(() => void loadLogIn().catch(() => {}), loadLogInAfterMs);
  return router;

  /** In development only; the build leaves it out. */
  function styleguide() {
    return page(() => import('#web/features/styleguide/styleguide-page.tsx'), 'StyleguidePage');
  }

  /** A page that is loaded when it is needed. */
  function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
    return async () => ({ Component: (await loadChunk(load, target))[name] });
  }

  /** The address that is being navigated to. */
  function target(): string | undefined {
    const { location } = router.state.navigation;
    return location && router.createHref(location);
  }
}
