import { useState } from 'react';
import type { ApiClient } from '#client/api.ts';
import { visibleName } from '#contract/names/names.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { EnvelopeIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { FailureNotice } from '../login/failure-notice.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { NameDialog } from './name-dialog.tsx';
import { PictureRow } from './picture-row.tsx';
import type { ProfileState } from './use-profile.ts';

type AboutYouProps = { api: Pick<ApiClient, 'account'>; state: ProfileState };

/** The name, the address and the picture of the person, each with the way to change it. */
export function AboutYou({ api, state }: AboutYouProps) {
  const { profile, failure, retry, read, change } = state;
  const [open, setOpen] = useState<'name' | 'address'>();
  const close = () => setOpen(undefined);
  const waiting = profile?.addressChange;

  /** Another dialog may be open by then. */
  function changed(what: typeof open) {
    setOpen((now) => (now === what ? undefined : now));
    void read();
  }

  return (
    <section className="profile__section" aria-labelledby="about-you" aria-busy={!profile && !failure}>
      <h2 id="about-you">About you</h2>
      <FailureNotice failure={failure} retry={retry} />
      {profile ? (
        <>
          <div className="profile__row profile__row--ruled">
            <div className="min-w-0">
              <p>Name</p>
              <p className="meta wrap-anywhere">{profile.name === null ? 'Not given' : visibleName(profile.name)}</p>
            </div>
            <Button compact aria-label="Change name" onClick={() => setOpen('name')}>
              Change
            </Button>
          </div>
          <div className="profile__row profile__row--ruled">
            <div className="min-w-0">
              <p>Email</p>
              <p className="meta">The address that you log in with</p>
            </div>
            <Button compact aria-label="Change email" onClick={() => setOpen('address')}>
              Change
            </Button>
          </div>
          {waiting ? (
            <Notice
              icon={<EnvelopeIcon />}
              title="Your new email is not confirmed yet."
              action={
                <Button variant="quiet" compact onClick={() => void change(() => api.account.address.cancel())}>
                  Cancel
                </Button>
              }
            >
              <span className="wrap-anywhere">Open the link that was sent to {waiting.email}.</span> It works for one
              day. Until then your email stays as it is.
            </Notice>
          ) : null}
          <PictureRow api={api} hasOwn={profile.pictureAt !== null} change={change} />
        </>
      ) : null}
      {profile && open === 'name' ? (
        <NameDialog api={api} name={profile.name} onChange={() => changed('name')} onClose={close} />
      ) : null}
      {profile && open === 'address' ? (
        <AddressDialog api={api} email={profile.email} onChange={() => changed('address')} onClose={close} />
      ) : null}
    </section>
  );
}
