import type { ComponentType } from 'react';
import { createBrowserRouter } from 'react-router';
import { LogInPage } from '#web/features/account/login/log-in-page.tsx';
import { SignUpPage } from '#web/features/account/login/sign-up-page.tsx';
import type { Session } from '#web/features/account/session/session.ts';
import { LandingPage } from '#web/features/landing/landing-page.tsx';
import { Broken } from './broken.tsx';
import { Guard } from './guard.tsx';
import { Root } from './root.tsx';
import { Shell } from './shell.tsx';
import { loadPart } from './workspace/load-part.ts';

/** The addresses of the house (specification, section 2). What few people or only signed-in people see is loaded when it is wanted. */
export function createRoutes(session: Session) {
  const folder = page(() => import('./workspace/workspace-chunk.ts'), 'FolderPage');
  const trash = page(() => import('./workspace/workspace-chunk.ts'), 'TrashPage');
  const profile = page(() => import('./workspace/own-profile-page.tsx'), 'OwnProfilePage');
  const forgot = page(() => import('#web/features/account/login/forgot-page.tsx'), 'ForgotPage');
  const reset = page(() => import('#web/features/account/login/reset-page.tsx'), 'ResetPage');
  const notFound = page(() => import('./not-found-page.tsx'), 'NotFoundPage');

  const router = createBrowserRouter([
    {
      element: <Root session={session} />,
      errorElement: <Broken />,
      hydrateFallbackElement: <></>,
      children: [
        { path: 'login', element: <LogInPage /> },
        { path: 'signup', element: <SignUpPage /> },
        { path: 'forgot', lazy: forgot },
        { path: 'reset', lazy: reset },
        ...(import.meta.env.DEV ? [{ path: 'styleguide', lazy: styleguide() }] : []),
        {
          element: <Shell />,
          children: [
            { index: true, element: <LandingPage /> },
            {
              element: <Guard />,
              // The header stands while the page below it is loaded.
              hydrateFallbackElement: <></>,
              children: [
                { path: 'dashboard', lazy: profile },
                { path: 'task', lazy: folder },
                { path: 'folder/:folderId', lazy: folder },
                { path: 'trash', lazy: trash },
              ],
            },
            { path: '*', lazy: notFound },
          ],
        },
      ],
    },
  ]);
  return router;

  /** Only where the house is worked on; the build leaves it out. */
  function styleguide() {
    return page(() => import('#web/features/styleguide/styleguide-page.tsx'), 'StyleguidePage');
  }

  /** A page that is loaded when it is wanted. */
  function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
    return async () => ({ Component: (await loadPart(load, wanted))[name] });
  }

  /** The address a person is on the way to. */
  function wanted(): string | undefined {
    const { location } = router.state.navigation;
    return location && router.createHref(location);
  }
}
