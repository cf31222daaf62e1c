import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { createInvitations } from '#client/invitations.ts';
import { ownServer } from '#client/server.ts';
import type { OpenedInvitation } from '#contract/records/people.ts';
import { WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import balloons from '#web/ui/pictures/balloons.webp';
import meadow from '#web/ui/pictures/meadow.webp';
import { errorHelp } from '../login/account-error.ts';
import { AccountFrame } from '../login/account-frame.tsx';
import { Join } from './join.tsx';
import { SetUp } from './set-up.tsx';

const invitations = createInvitations(ownServer());

type State = { opened: OpenedInvitation } | { failure: unknown } | undefined;

/** `/join#token` and `/setup#token`: what a link lets its reader do. */
export function InvitationPage() {
  const { hash, pathname } = useLocation();
  const token = hash.slice(1);
  const [state, setState] = useState<State>();

  useEffect(() => {
    invitations.open({ token }).then(
      (opened) => setState({ opened }),
      (failure: unknown) => setState({ failure }),
    );
  }, [token]);

  if (state === undefined) return <output className="sr-only">Opening the link</output>;
  if ('failure' in state) return <Ended failure={state.failure} isSetUp={pathname === '/setup'} />;
  return state.opened.kind === 'setup' ? (
    <SetUp token={token} picture={meadow} />
  ) : (
    <Join token={token} invitation={state.opened} picture={balloons} />
  );
}

function Ended({ failure, isSetUp }: { failure: unknown; isSetUp: boolean }) {
  return (
    <AccountFrame
      title="This link has expired"
      lead="It was used, taken back, or its time is over."
      picture={balloons}
      links={[{ to: '/login', label: 'Log in', question: 'Have an account here?' }]}
    >
      <Notice tone="bad" icon={<WarningIcon />} title="This link lets nobody in.">
        {errorHelp(failure) ?? (
          <>
            {isSetUp
              ? 'Copy the whole link from what the server says when it starts, or'
              : 'Ask whoever sent it for a new one, or'}{' '}
            <Link className="link" to="/">
              go to the start
            </Link>
            .
          </>
        )}
      </Notice>
    </AccountFrame>
  );
}
