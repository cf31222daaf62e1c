import './profile-page.css';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { Link, useNavigate } from 'react-router';
import type { User } from '#client/account.ts';
import { messages } from '#contract/messages.ts';
import { Button, buttonClass } from '#web/ui/controls/button.tsx';
import { Choice } from '#web/ui/controls/choice.tsx';
import { WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import balloons from '#web/ui/pictures/balloons.webp';
import { chooseTheme, chosenTheme, onThemeChange } from '#web/ui/theme/theme.ts';
import { errorHelp } from '../login/account-error.ts';
import { useSession } from '../session/session-context.ts';

/** The profile: picture, email, the link to the folders, settings, and Log Out. */
export function ProfilePage({ user, children }: { user: User; children?: ReactNode }) {
  const session = useSession();
  useEffect(() => session.save(user), [session, user]);
  return (
    <>
      <title>Profile · Keepsake</title>
      <h1 className="h-page mb-8">Profile Section</h1>
      <div className="profile">
        <div className="print mount profile__picture">
          <img src={balloons} alt="Hot air balloons over a green field" width="260" height="330" />
        </div>
        <div>
          <div className="profile__who">
            <div>
              <p className="meta">Your email</p>
              <p className="h-section wrap-anywhere">{user.email}</p>
            </div>
            <div className="flex gap-3">
              <Link className={buttonClass({ variant: 'primary' })} to="/task">
                Lets start
              </Link>
              <LogOutButton />
            </div>
          </div>
          <Appearance />
          <Places />
          {children}
        </div>
      </div>
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

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

function Appearance() {
  const theme = useSyncExternalStore(onThemeChange, chosenTheme);
  return (
    <section className="profile__section">
      <h2>Appearance</h2>
      <div className="profile__row">
        <span className="text-14 text-ink-2">Light, dark, or the same as your device</span>
        <Choice label="Theme" options={themes} value={theme} onChoose={chooseTheme} />
      </div>
    </section>
  );
}
