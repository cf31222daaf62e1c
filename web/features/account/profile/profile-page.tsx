import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { User } from '#client/account.ts';
import type { ApiClient } from '#client/api.ts';
import { messages } from '#contract/specification-messages.ts';
import { Button, buttonClass } from '#web/ui/controls/button.tsx';
import { WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import balloons from '#web/ui/pictures/balloons.webp';
import { AboutYou } from '../about/about-you.tsx';
import { useProfile } from '../about/use-profile.ts';
import type { LeavingApi } from '../leaving/leaving-api.ts';
import { LeavingSection } from '../leaving/leaving-section.tsx';
import { errorHelp } from '../login/account-error.ts';
import { useSession } from '../session/session-context.ts';

/** The first room of the profile: picture, email, the link to the folders, and Log Out (specification, section 2). */
export function ProfilePage({ api, user }: { api: LeavingApi; user: User }) {
  const session = useSession();
  const state = useProfile(api);
  const { profile } = state;
  useEffect(() => session.save(user), [session, user]);
  return (
    <>
      <title>Profile · Keepsake</title>
      <div className="profile">
        <div className="print mount profile__picture">
          {profile === undefined && state.failure === undefined ? null : profile?.pictureAt == null ? (
            <img src={balloons} alt="Hot air balloons over a green field" width="260" height="330" />
          ) : (
            <img src={`/api/account/picture?${profile.pictureAt}`} alt="You" width="260" height="330" />
          )}
        </div>
        <div className="profile__who">
          <p className="meta">Your email</p>
          <p className="h-section wrap-anywhere">{user.email}</p>
          <div className="profile__ways">
            <Link className={buttonClass({ variant: 'primary' })} to="/task">
              Lets start
            </Link>
            <LogOutButton />
          </div>
        </div>
      </div>
      <AboutYou api={api} state={state} />
      <Places />
      <LeavingSection api={api} email={user.email} />
      <OwnServer api={api} />
    </>
  );
}

const places = [
  { to: '/starred', label: 'Open Starred', help: 'All folders and files that you starred' },
  { to: '/recent', label: 'Open Recent', help: 'Files that were added or changed, the newest first' },
  { to: '/trash', label: 'Open Trash', help: 'What you move to Trash stays there for 30 days' },
] as const;

/** Pages that a phone's bar does not lead to. */
function Places() {
  return (
    <section className="profile__section">
      <h2>Starred, Recent and Trash</h2>
      {places.map(({ to, label, help }) => (
        <div className="profile__row" key={to}>
          <span className="text-14 text-ink-2">{help}</span>
          <Link className={buttonClass()} to={to}>
            {label}
          </Link>
        </div>
      ))}
    </section>
  );
}

/** The way to what whoever runs the server does. */
function OwnServer({ api }: { api: Pick<ApiClient, 'account'> }) {
  const [runsIt, setRunsIt] = useState(false);
  useEffect(() => {
    // Who cannot be asked is shown what everybody sees.
    api.account.role().then(
      ({ role }) => setRunsIt(role === 'administrator'),
      () => {},
    );
  }, [api]);
  return runsIt ? (
    <section className="profile__section">
      <h2>People and server</h2>
      <div className="profile__row">
        <span className="text-14 text-ink-2">You run it. Invite people, and see whether everything is well.</span>
        <Link className={buttonClass()} to="/people">
          Open People and server
        </Link>
      </div>
    </section>
  ) : null;
}

function LogOutButton() {
  const session = useSession();
  const navigate = useNavigate();
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  async function logOut() {
    setRunning(true);
    setFailure(undefined);
    try {
      await session.logOut();
      await navigate('/login', { replace: true });
    } catch (error) {
      setFailure(error);
      setRunning(false);
    }
  }

  return (
    <>
      <Button busy={running} onClick={() => void logOut()}>
        Log Out
      </Button>
      {failure === undefined ? null : (
        <Notice tone="bad" icon={<WarningIcon />} title={messages.logOutFailed}>
          {errorHelp(failure) ?? 'Try again in a moment.'}
        </Notice>
      )}
    </>
  );
}
