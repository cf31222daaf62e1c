import { Link, useLocation } from 'react-router';
import { createInvitations } from '#client/invitations.ts';
import { ownServer } from '#client/server.ts';
import { WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import balloons from '#web/ui/pictures/balloons.webp';
import meadow from '#web/ui/pictures/meadow.webp';
import { errorCode } from '../login/account-error.ts';
import { AccountFrame } from '../login/account-frame.tsx';
import { FailureNotice } from '../login/failure-notice.tsx';
import { useRead } from '../reading/use-read.ts';
import { Join } from './join.tsx';
import { SetUp } from './set-up.tsx';

const invitations = createInvitations(ownServer());
const ended: readonly string[] = ['invitation-ended', 'invalid-input'];
const links = [{ to: '/login', label: 'Log in', question: 'Have an account here?' }];

/** `/join#token` and `/setup#token`: what a link lets its reader do. */
export function InvitationPage() {
  const { hash, pathname } = useLocation();
  const token = hash.slice(1);
  return <Opened key={token} token={token} isSetUp={pathname === '/setup'} />;
}

type OpenedProps = { token: string; isSetUp: boolean };

function Opened({ token, isSetUp }: OpenedProps) {
  const { value: opened, failure, retry } = useRead(() => invitations.open({ token }));
  if (opened?.kind === 'setup') return <SetUp token={token} picture={meadow} />;
  if (opened) return <Join token={token} invitation={opened} picture={balloons} />;
  if (failure === undefined) return <output className="sr-only">Opening the link</output>;
  // A link that is too long was not copied as it is.
  if (ended.includes(errorCode(failure) ?? '')) return <Ended isSetUp={isSetUp} />;
  return (
    <AccountFrame
      title={isSetUp ? 'Set up this server' : 'You are invited'}
      lead="Your link may still be valid."
      picture={balloons}
      links={links}
    >
      <FailureNotice failure={failure} title="This link could not be opened." retry={retry} />
    </AccountFrame>
  );
}

function Ended({ isSetUp }: { isSetUp: boolean }) {
  return (
    <AccountFrame
      title="This link has expired"
      lead={
        isSetUp
          ? 'It was used, or its time is over.'
          : 'It was used or taken back, its time is over, or who made it may not invite people any more.'
      }
      picture={balloons}
      links={links}
    >
      <Notice tone="bad" icon={<WarningIcon />} title="This link lets nobody in.">
        {isSetUp
          ? 'Copy the whole link from what the server says when it starts, or'
          : 'Ask whoever sent it for a new one, or'}{' '}
        <Link className="link" to="/">
          go to the start
        </Link>
        .
      </Notice>
    </AccountFrame>
  );
}
