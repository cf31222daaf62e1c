import { type FormEvent, useRef, useState } from 'react';
import type { AdminApi } from '#client/admin-api.ts';
import { dayText } from '#web/ui/browser/day-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { CopyField } from './copy-field.tsx';
import { noSize, QuotaField, quotaIn } from './quota-field.tsx';

type Wanted = { email: string | null; quotaBytes: number | null; sendsMail: boolean };
type Made = Awaited<ReturnType<AdminApi['invitations']['create']>>;

type InviteDialogProps = {
  defaultQuota: number | null;
  /** Undefined when it could not be made; the page says why. */
  invite: (wanted: Wanted) => Promise<Made | undefined>;
  onClose: () => void;
};

/** Makes a link that lets one person in, to send by mail or in another way. */
export function InviteDialog({ defaultQuota, invite, onClose }: InviteDialogProps) {
  const [made, setMade] = useState<Made>();
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      {made ? (
        <MadeInvitation made={made} onClose={onClose} />
      ) : (
        <InviteForm
          defaultQuota={defaultQuota}
          onClose={onClose}
          onInvite={async (wanted) => {
            const done = await invite(wanted);
            if (done) setMade(done);
            else onClose();
          }}
        />
      )}
    </Dialog>
  );
}

type InviteFormProps = {
  defaultQuota: number | null;
  onInvite: (wanted: Wanted) => Promise<void>;
  onClose: () => void;
};

function InviteForm({ defaultQuota, onInvite, onClose }: InviteFormProps) {
  const address = useRef<HTMLInputElement>(null);
  const space = useRef<HTMLInputElement>(null);
  const [problems, setProblems] = useState<{ email?: string; space?: string }>({});
  const [running, setRunning] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const email = address.current?.value.trim() ?? '';
    const quotaBytes = quotaIn(space.current?.value ?? '');
    if (email !== '' && address.current?.validity.valid === false) {
      setProblems({ email: 'This is not a valid email address.' });
      return address.current.focus();
    }
    if (quotaBytes === undefined) {
      setProblems({ space: noSize });
      return space.current?.focus();
    }
    setRunning(true);
    return await onInvite({ email: email === '' ? null : email, quotaBytes, sendsMail: email !== '' });
  }

  return (
    <form className="grid gap-5" noValidate onSubmit={(event) => void submit(event)}>
      <p className="text-ink-2">A link lets one person in, for seven days.</p>
      <TextField
        ref={address}
        label="Email"
        type="email"
        autoComplete="off"
        data-autofocus
        help="The link is mailed there, and lets in nobody else. Leave it empty for a link that you pass on yourself."
        error={problems.email}
      />
      <QuotaField ref={space} label="Space" value={null} defaultQuota={defaultQuota} error={problems.space} />
      <div className="dialog__actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={running}>
          Invite
        </Button>
      </div>
    </form>
  );
}

function MadeInvitation({ made: { url, email, isSent, expiresAt }, onClose }: { made: Made; onClose: () => void }) {
  // A server without PUBLIC_URL calls itself localhost; this page knows by which address people reach it.
  const { pathname, hash } = new URL(url);
  return (
    <div className="grid gap-5">
      <p className="text-ink-2 wrap-anywhere" role="status">
        {sentence(email, isSent)} It is shown only now, and ends on {dayText(expiresAt)}.
      </p>
      <CopyField label="Link" value={`${location.origin}${pathname}${hash}`} />
      <div className="dialog__actions">
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}

function sentence(email: string | null, isSent: boolean): string {
  if (email === null) return 'Send this link as you like. It lets one person in.';
  return isSent
    ? `The link was mailed to ${email}. You can also send it yourself.`
    : `The mail to ${email} could not be sent. Send the link yourself.`;
}
