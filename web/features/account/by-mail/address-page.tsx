import { useState } from 'react';
import { useParams } from 'react-router';
import { confirmAddress, takeBackAddress } from '#client/address-links.ts';
import { ApiError } from '#client/api-error.ts';
import { ownServer } from '#client/server.ts';
import type { LogInWays } from '#contract/openid.ts';
import { Button, buttonClass } from '#web/ui/controls/button.tsx';
import { CheckIcon, WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import picture from '#web/ui/pictures/birch.webp';
import { AccountFrame } from '../login/account-frame.tsx';
import { FailureNotice } from '../login/failure-notice.tsx';
import { useLogInWays } from '../provider/use-log-in-ways.ts';
import { useMailedToken } from './use-mailed-token.ts';

type LinkTexts = {
  title: string;
  lead: string;
  label: string;
  run: typeof confirmAddress;
  done: string;
  doneHelp: (email: string) => string;
  next: { to: string; label: string };
  /** Why the link may have ended, and what to do then. */
  ended: string;
};

/** From the mail to a new address: makes it that of the account. */
const confirming: LinkTexts = {
  title: 'Confirm your new email',
  lead: 'From then on you log in with it.',
  label: 'Confirm',
  run: confirmAddress,
  done: 'Your email was changed.',
  doneHelp: (email: string) => `You log in with ${email} now.`,
  next: { to: '/dashboard', label: 'Go to your profile' },
  ended:
    'It works once and for one day, and ends when another one was asked for. Ask for a new one on your profile page.',
};

/** From the mail to the address of before: gives the account that address back. After it, nothing but what is said here opens the account. */
function takingBack({ password, provider }: LogInWays): LinkTexts {
  const ends =
    'Your account gets its old email back. Every device is logged out, and all app passwords, passkeys, connected log-ins and download links end.';
  return {
    title: 'Take the change back',
    lead: `${ends} ${password ? 'You then choose a new password.' : `You then log in with ${provider}.`}`,
    label: 'Take it back',
    run: takeBackAddress,
    done: 'The change was taken back.',
    doneHelp: (email) =>
      password
        ? `Your account has the email ${email}. The old password no longer works, so choose a new one.`
        : `Your account has the email ${email}. Log in with ${provider}, where this has to be your verified address. If that does not open your account, ask the person who runs this server.`,
    next: password ? { to: '/forgot', label: 'Choose a new password' } : { to: '/login', label: 'Log in' },
    ended: `It works once, for 7 days. If somebody else uses your account, ${password ? 'reset the password, or ' : ''}ask the person who runs this server.`,
  };
}

/**
 * `/address/confirm` and `/address/take-back`, where mailed links lead. Opening one changes nothing, since programs that look
 * through mails open links: the button does.
 */
export function AddressPage() {
  const { link } = useParams();
  const ways = useLogInWays();
  const { title, lead, label, run, done, doneHelp, next, ended } = link === 'confirm' ? confirming : takingBack(ways);
  const [token, forget] = useMailedToken(({ hash }) => hash.slice(1));
  const [running, setRunning] = useState(false);
  const [email, setEmail] = useState<string>();
  const [failure, setFailure] = useState<unknown>();

  async function send(unusedToken: string) {
    setRunning(true);
    setFailure(undefined);
    try {
      const answer = await run(ownServer(), unusedToken);
      setEmail(answer.email);
      forget();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'address-link-ended') forget();
      else setFailure(error);
    }
    setRunning(false);
  }

  return (
    <AccountFrame title={title} lead={lead} picture={picture} links={[{ to: '/login', label: 'Log in' }]}>
      {email === undefined ? (
        token === undefined ? (
          <Notice tone="bad" icon={<WarningIcon />} title="This link no longer works.">
            {ended}
          </Notice>
        ) : (
          <>
            <FailureNotice failure={failure} />
            <Button variant="primary" wide busy={running} onClick={() => void send(token)}>
              {label}
            </Button>
          </>
        )
      ) : (
        <>
          <Notice tone="good" icon={<CheckIcon />} title={done}>
            <span className="wrap-anywhere">{doneHelp(email)}</span>
          </Notice>
          {/* Loads the app anew, which asks who is logged in and with what address. */}
          <a className={buttonClass({ variant: 'primary', wide: true })} href={next.to}>
            {next.label}
          </a>
        </>
      )}
    </AccountFrame>
  );
}
