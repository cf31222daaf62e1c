import { useUser } from '#web/features/account/session/session-context.ts';
import { LandingPage } from '#web/features/landing/landing-page.tsx';

/** `/`: the landing page, which knows whether somebody is logged in. */
export function HomePage() {
  return <LandingPage loggedIn={Boolean(useUser()?.uid)} />;
}
