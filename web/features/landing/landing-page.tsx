import './landing-page.css';
import { Link } from 'react-router';
import { Brand } from '#web/ui/brand/brand.tsx';
import { Hero } from './hero.tsx';
import { Testimonials } from './testimonials.tsx';
import { Why } from './why.tsx';

type LandingPageProps = {
  loggedIn: boolean;
  /** Whether anybody may sign up. */
  signUp: boolean;
};

/** What Keepsake is, why, and what people keep in it. */
export function LandingPage({ loggedIn, signUp }: LandingPageProps) {
  return (
    <div className="landing">
      <title>Welcome · Keepsake</title>
      <Hero loggedIn={loggedIn} />
      <Why />
      <Testimonials />
      <footer className="foot">
        <div>
          <Link className="brand" to="/">
            <Brand />
          </Link>
          <span>A home for your memories and precious things.</span>
          <nav aria-label="Footer">
            {loggedIn ? (
              <Link className="link" to="/task">
                Your folders
              </Link>
            ) : (
              <>
                <Link className="link" to="/login">
                  Log in
                </Link>
                {signUp ? (
                  <Link className="link" to="/signup">
                    Sign up
                  </Link>
                ) : null}
              </>
            )}
          </nav>
        </div>
      </footer>
    </div>
  );
}
