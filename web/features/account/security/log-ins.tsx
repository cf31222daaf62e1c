import { useState } from 'react';
import type { ApiClient } from '#client/api.ts';
import type { LoginSession } from '#contract/records/account.ts';
import { deviceName } from '#contract/texts/device-name.ts';
import { dayText, momentText } from '#web/ui/browser/day-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { LaptopIcon, PhoneIcon } from '#web/ui/icons/account-icons.tsx';
import { useConfirmed } from '../confirm/confirmed-context.ts';
import { FailureNotice } from '../login/failure-notice.tsx';
import { useRead } from '../reading/use-read.ts';

/** Devices that are shown at first. */
const firstShown = 5;

type LogInsProps = {
  api: Pick<ApiClient, 'account'>;
  /** Called after devices were logged out. */
  onEnd: () => void;
};

/** Where the person is logged in, with a way to end it. */
export function LogIns({ api, onEnd }: LogInsProps) {
  const confirmed = useConfirmed();
  const { value: logIns, failure, retry, running, run } = useRead(() => api.account.sessions.list());
  const [showsAll, setShowsAll] = useState(false);

  async function end(work: () => Promise<void>) {
    await run(() => confirmed(work));
    onEnd();
  }

  const shown = showsAll ? logIns : logIns?.slice(0, firstShown);
  const others = logIns?.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <section className="profile__section" aria-labelledby="log-ins" aria-busy={logIns === undefined && !failure}>
      <h2 id="log-ins">Where you are logged in</h2>
      <FailureNotice failure={failure} retry={retry} />
      <ul className="mt-2">
        {shown?.map((logIn) => (
          <li className="profile__row profile__row--ruled" key={logIn.id}>
            <LogIn logIn={logIn} />
            {logIn.isCurrent ? null : (
              <Button
                variant="quiet"
                compact
                disabled={running}
                aria-label={`Log out ${nameOf(logIn)}`}
                onClick={() => void end(() => api.account.sessions.end({ id: logIn.id }))}
              >
                Log out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 ? (
        <div className="profile__ways">
          <Button disabled={running} onClick={() => void end(() => api.account.sessions.endOthers())}>
            Log out everywhere else
          </Button>
          {logIns && shown && shown.length < logIns.length ? (
            <Button variant="quiet" onClick={() => setShowsAll(true)}>
              Show all {logIns.length}
            </Button>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

function LogIn({ logIn }: { logIn: LoginSession }) {
  const { address, isSameNetwork, firstSeenAt, lastSeenAt, isCurrent, userAgent } = logIn;
  const Icon = /iPhone|Android.*Mobile/.test(userAgent ?? '') ? PhoneIcon : LaptopIcon;
  const place = isSameNetwork ? ' from this network' : address === null ? '' : ` from the address ${address}`;
  return (
    <div className="profile__what">
      <Icon />
      <div className="min-w-0">
        <p className="wrap-anywhere">
          {nameOf(logIn)}
          {isCurrent ? <span className="profile__badge">This device</span> : null}
        </p>
        <p className="meta wrap-anywhere">
          Logged in on {dayText(firstSeenAt)}
          {place}, {isCurrent ? 'in use now' : `last seen ${momentText(lastSeenAt)}`}
        </p>
      </div>
    </div>
  );
}

function nameOf({ userAgent }: LoginSession): string {
  return userAgent === null ? 'An unknown device' : deviceName(userAgent);
}
