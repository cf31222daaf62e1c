import { useLogInWays } from '#web/features/account/provider/use-log-in-ways.ts';
import { useUser } from '#web/features/account/session/session-context.ts';
import { LandingPage } from '#web/features/landing/landing-page.tsx';

/** `/`: the landing page, which knows whether somebody is logged in, and whether anybody may sign up. */
export function HomePage() {
  return <LandingPage loggedIn={Boolean(useUser()?.uid)} signUp={useLogInWays().signUp} />;
}
