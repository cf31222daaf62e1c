import { type FormEvent, useRef, useState } from 'react';
import type { ApiClient } from '#client/api.ts';
import { visibleName } from '#contract/names/names.ts';
import type { Passkey } from '#contract/records/passkeys.ts';
import { deviceName } from '#contract/texts/device-name.ts';
import { dayText } from '#web/ui/browser/day-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { KeyIcon } from '#web/ui/icons/account-icons.tsx';
import { PlusIcon } from '#web/ui/icons/icons.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { useConfirmed } from '../confirm/confirmed-context.ts';
import { FailureNotice } from '../login/failure-notice.tsx';
import { passkeyProblem } from '../login/passkey-problem.ts';
import { useRead } from '../reading/use-read.ts';
import { makePasskey } from '../webauthn/credentials.ts';

type Asked = { to: 'rename' | 'remove'; passkey: Passkey };

/** The passkeys of the user: added, named and removed. */
export function PasskeysSection({ api }: { api: Pick<ApiClient, 'account'> }) {
  const confirmed = useConfirmed();
  const calls = api.account.passkeys;
  const { value: passkeys, failure, retry, running, run } = useRead(() => calls.list());
  const [asked, setAsked] = useState<Asked>();
  const reading = passkeys === undefined && !failure;

  function change(work: () => Promise<unknown>) {
    setAsked(undefined);
    return run(work);
  }

  const add = () =>
    run(async () => {
      const options = await confirmed(() => calls.options());
      const answer = await makePasskey(options as unknown as PublicKeyCredentialCreationOptionsJSON);
      await confirmed(() => calls.add({ name: deviceName(navigator.userAgent), answer }));
    });

  return (
    <section className="profile__section" aria-labelledby="passkeys" aria-busy={reading}>
      <h2 id="passkeys">Passkeys</h2>
      <p className="mt-2 text-14 text-ink-2">
        A passkey logs you in with your finger, your face or the PIN of your device. No password is sent.
      </p>
      <FailureNotice
        failure={failure}
        title={passkeyProblem(failure)}
        help={() => (retry ? '' : 'Nothing was changed.')}
        retry={retry}
      />
      <ul className="mt-2">
        {passkeys?.map((passkey) => (
          <li className="profile__row profile__row--ruled" key={passkey.id}>
            <div className="profile__what">
              <KeyIcon />
              <div className="min-w-0">
                <p className="wrap-anywhere">{visibleName(passkey.name)}</p>
                <p className="meta">{aboutText(passkey)}</p>
              </div>
            </div>
            <Button
              variant="quiet"
              compact
              disabled={running}
              aria-label={`Rename ${visibleName(passkey.name)}`}
              onClick={() => setAsked({ to: 'rename', passkey })}
            >
              Rename
            </Button>
            <Button
              variant="quiet-danger"
              compact
              disabled={running}
              aria-label={`Remove ${visibleName(passkey.name)}`}
              onClick={() => setAsked({ to: 'remove', passkey })}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {reading ? null : (
        <Button className="mt-4" busy={running} onClick={() => void add()}>
          <PlusIcon />
          Add a passkey
        </Button>
      )}
      {asked?.to === 'rename' ? (
        <RenameDialog
          name={asked.passkey.name}
          onRename={(name) => void change(() => calls.rename({ id: asked.passkey.id, name }))}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
      {asked?.to === 'remove' ? (
        <ConfirmDialog
          title={`Remove ${visibleName(asked.passkey.name)}?`}
          confirmLabel="Remove"
          onConfirm={() => void change(() => confirmed(() => calls.remove({ id: asked.passkey.id })))}
          onClose={() => setAsked(undefined)}
        >
          This passkey logs nobody in any more. Your device may still offer it until you delete it there, too.
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

type RenameDialogProps = { name: string; onRename: (name: string) => void; onClose: () => void };

function RenameDialog({ name, onRename, onClose }: RenameDialogProps) {
  const field = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = field.current?.value.trim() ?? '';
    if (typed === '') return field.current?.focus();
    return onRename(typed);
  }

  return (
    <Dialog title="Rename passkey" onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <TextField ref={field} label="Name" autoComplete="off" maxLength={100} defaultValue={name} data-autofocus />
        <div className="dialog__actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function aboutText({ createdAt, lastUsedAt, isBackedUp }: Passkey): string {
  const used = lastUsedAt === null ? 'never used' : `last used ${dayText(lastUsedAt)}`;
  return `Added ${dayText(createdAt)}, ${used}${isBackedUp ? '' : ', on this one device only'}`;
}
