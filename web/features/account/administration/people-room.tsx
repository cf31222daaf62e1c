import { useEffect, useRef, useState } from 'react';
import type { AdminApi } from '#client/admin-api.ts';
import { counted, sizeText } from '#contract/texts/amounts.ts';
import { useNow } from '#web/ui/browser/use-now.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { PlusIcon } from '#web/ui/icons/icons.tsx';
import { useUser } from '../session/session-context.ts';
import { AdminFailure } from './admin-failure.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { OpenInvitations } from './open-invitations.tsx';
import { PersonRow } from './person-row.tsx';
import { SignUpSettings } from './sign-up-settings.tsx';
import { useFindPeople } from './use-find-people.ts';
import { usePeople } from './use-people.ts';

/** `/people`: who has an account, and who may get one. */
export function PeopleRoom({ api }: { api: AdminApi }) {
  const user = useUser();
  const { loaded, failure, retry, running, run, readMore } = usePeople(api);
  const now = useNow();
  const [invites, setInvites] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const { people, sums, nextCursor, invitations, settings } = loaded ?? {};
  const find = useFindPeople(api, loaded, user?.uid);
  const defaultQuota = settings?.defaultQuotaBytes.value ?? null;
  // Who did something far down in the list sees why it failed.
  useEffect(() => {
    if (failure !== undefined) top.current?.scrollIntoView({ block: 'center' });
  }, [failure]);

  return (
    <>
      <title>People · Keepsake</title>
      <div className="rooms__failure" ref={top}>
        <AdminFailure failure={failure} retry={retry} />
      </div>
      <section className="profile__section" aria-labelledby="people" aria-busy={loaded === undefined && !failure}>
        <div className="people__head">
          <div>
            <h2 id="people">People</h2>
            {sums ? (
              <p className="meta">
                {counted(sums.people, 'person', 'people')}, {sizeText(sums.usedBytes)} together
              </p>
            ) : null}
          </div>
          {loaded ? (
            <Button variant="primary" onClick={() => setInvites(true)}>
              <PlusIcon />
              Invite
            </Button>
          ) : null}
        </div>
        {people ? (
          <table className="people">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Space</th>
                <th scope="col">Last seen</th>
                <th scope="col">
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {people.map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  isMe={person.id === user?.uid}
                  defaultQuota={defaultQuota}
                  running={running}
                  now={now}
                  onChange={(change) => run(() => api.people.change({ id: person.id, ...change }))}
                  onEndSessions={() => run(() => api.people.endSessions({ id: person.id }))}
                  onResetTwoStep={() => run(() => api.people.resetTwoStep({ id: person.id }))}
                  find={find}
                  onSendReset={async () => {
                    let isSent: boolean | undefined;
                    await run(async () => {
                      ({ isSent } = await api.people.sendPasswordLink({ id: person.id }));
                    });
                    return isSent;
                  }}
                />
              ))}
            </tbody>
          </table>
        ) : null}
        {nextCursor ? (
          <Button variant="quiet" onClick={() => void readMore()}>
            Show more
          </Button>
        ) : null}
      </section>
      {settings && invitations ? (
        <section className="profile__section" aria-labelledby="who-may-sign-up">
          <h2 id="who-may-sign-up">Who may sign up</h2>
          <SignUpSettings
            settings={settings}
            running={running}
            onChange={(change) => run(() => api.settings.change(change))}
          />
          <OpenInvitations
            invitations={invitations}
            running={running}
            onRevoke={(id) => run(() => api.invitations.revoke({ id }))}
          />
        </section>
      ) : null}
      {invites ? (
        <InviteDialog
          defaultQuota={defaultQuota}
          invite={async (wanted) => {
            let made: Awaited<ReturnType<AdminApi['invitations']['create']>> | undefined;
            await run(async () => {
              made = await api.invitations.create(wanted);
            });
            return made;
          }}
          onClose={() => setInvites(false)}
        />
      ) : null}
    </>
  );
}
