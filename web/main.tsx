import './ui/theme/base.css';
import './ui/theme/fonts.css';
import './ui/surfaces/paper.css';
import './ui/surfaces/box.css';
import './ui/surfaces/skeleton.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createAccount } from '#client/account.ts';
import { ownServer } from '#client/server.ts';
import { installWorker } from './app/install-worker.ts';
import { keepFocus } from './app/keep-focus.ts';
import { refuseDrops } from './app/refuse-drops.ts';
import { createRoutes } from './app/routes.tsx';
import { followThemeColour } from './app/theme-colour.ts';
import { trustOwnScripts } from './app/trusted-scripts.ts';
import { createSession } from './features/account/session/session.ts';
import { forgetSavedListings } from './features/files/listing/saved-listings.ts';
import { forgetSavedUploads } from './features/upload/queue/upload-rows.ts';

trustOwnScripts();

const page = document.getElementById('keepsake');
if (page === null) throw new Error('index.html has no place for the app.');

const session = createSession(createAccount(ownServer()), () => {
  void forgetSavedListings();
  void forgetSavedUploads();
});
session.open();
followThemeColour();
keepFocus();
refuseDrops();
createRoot(page).render(
  <StrictMode>
    <RouterProvider router={createRoutes(session)} />
  </StrictMode>,
);
installWorker();
