import { createBrowserRouter } from 'react-router';
import { ForgotPage } from '../features/account/forgot-page.tsx';
import { LogInPage } from '../features/account/log-in-page.tsx';
import type { Session } from '../features/account/session.ts';
import { SignUpPage } from '../features/account/sign-up-page.tsx';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { Broken } from './broken.tsx';
import { Guard } from './guard.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { Root } from './root.tsx';
import { Shell } from './shell.tsx';

/** The addresses of the house (specification, section 2). What only signed-in people see is loaded when it is wanted. */
export function createRoutes(session: Session) {
  const folder = async () => ({ Component: (await import('./folder-page.tsx')).FolderPage });
  const profile = async () => ({ Component: (await import('./own-profile-page.tsx')).OwnProfilePage });
  const reset = async () => ({ Component: (await import('../features/account/reset-page.tsx')).ResetPage });

  return createBrowserRouter([
    {
      element: <Root session={session} />,
      errorElement: <Broken />,
      hydrateFallbackElement: <></>,
      children: [
        { path: 'login', element: <LogInPage /> },
        { path: 'signup', element: <SignUpPage /> },
        { path: 'forgot', element: <ForgotPage /> },
        { path: 'reset', lazy: reset },
        {
          element: <Shell />,
          children: [
            { index: true, element: <LandingPage /> },
            {
              element: <Guard />,
              children: [
                { path: 'dashboard', lazy: profile },
                { path: 'task', lazy: folder },
                { path: 'folder/:folderId', lazy: folder },
              ],
            },
            { path: '*', element: <NotFoundPage /> },
          ],
        },
      ],
    },
  ]);
}
