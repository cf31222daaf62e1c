import { closingSeconds } from '#contract/limits.ts';
import type { Person } from '#contract/records/people.ts';
import { dayText } from '#web/ui/browser/day-text.ts';
import { useNow } from '#web/ui/browser/use-now.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { CopyField } from './copy-field.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import type { PersonChange, Wanted } from './person-change.ts';
import { SpaceDialog } from './space-dialog.tsx';

type PersonDialogsProps = {
  wanted: Wanted;
  person: Person;
  name: string;
  defaultQuota: number | null;
  onChange: (change: PersonChange) => Promise<boolean>;
  onEndSessions: () => Promise<boolean>;
  onSendReset: () => Promise<void>;
  onResetTwoStep: () => Promise<boolean>;
  find: (text: string) => Promise<Person[]>;
  onClose: () => void;
};

/** Asks before something is done to an account. */
export function PersonDialogs(props: PersonDialogsProps) {
  const { wanted, person, name, defaultQuota, onChange, onEndSessions, onSendReset, onResetTwoStep, find, onClose } =
    props;
  const deletion = dayText(useNow() + closingSeconds * 1000);
  const then = (work: () => Promise<unknown>) => () => {
    onClose();
    void work();
  };

  switch (wanted) {
    case 'space':
      return (
        <SpaceDialog
          name={name}
          person={person}
          defaultQuota={defaultQuota}
          onChange={(change) => {
            onClose();
            void onChange(change);
          }}
          onClose={onClose}
        />
      );
    case 'reset':
      return (
        <ConfirmDialog
          title="Send a password link?"
          confirmLabel="Send the link"
          onConfirm={then(onSendReset)}
          onClose={onClose}
        >
          {person.email} gets a mail with a link to set a new password. It works for one hour; nothing changes before.
        </ConfirmDialog>
      );
    case 'unsent':
      return <UnsentLink email={person.email} onClose={onClose} />;
    case 'role':
      return person.role === 'member' ? (
        <ConfirmDialog
          title={`Make ${name} an administrator?`}
          confirmLabel="Make an administrator"
          onConfirm={then(() => onChange({ role: 'administrator' }))}
          onClose={onClose}
        >
          {name} can then invite, limit and disable people, you included. Administrators never see what others keep.
        </ConfirmDialog>
      ) : (
        <ConfirmDialog
          title={`Make ${name} a member?`}
          confirmLabel="Make a member"
          onConfirm={then(() => onChange({ role: 'member' }))}
          onClose={onClose}
        >
          {name} keeps the account and everything in it, and no longer sees this page. Open invitations that {name} made
          let nobody in any more.
        </ConfirmDialog>
      );
    case 'two-step':
      return (
        <ConfirmDialog
          title={`Turn off two-step login of ${name}?`}
          confirmLabel="Turn it off"
          onConfirm={then(onResetTwoStep)}
          onClose={onClose}
        >
          For somebody who lost the app and the backup codes. {name} gets a mail about it, and logs in without a second
          step. Be sure that it is {name} who asks.
        </ConfirmDialog>
      );
    case 'sessions':
      return (
        <ConfirmDialog
          title={`Log ${name} out everywhere?`}
          confirmLabel="Log out everywhere"
          onConfirm={then(onEndSessions)}
          onClose={onClose}
        >
          Every browser of {name} is logged out at once. App passwords and links keep working.
        </ConfirmDialog>
      );
    case 'hand-over':
      return (
        <HandOverDialog
          person={person}
          name={name}
          find={find}
          onChange={(change) => {
            onClose();
            void onChange(change);
          }}
          onClose={onClose}
        />
      );
    case 'close':
      return (
        <ConfirmDialog
          title={`Close the account of ${name}?`}
          confirmLabel="Close the account"
          onConfirm={then(() => onChange({ state: 'closed' }))}
          onClose={onClose}
        >
          {name} cannot log in any more from now on; sessions, app passwords and links end. On {deletion} everything in
          it is deleted for good. {name} gets a mail that says so. Until then you can enable the account again, or hand
          its files over to somebody.
        </ConfirmDialog>
      );
    default:
      return (
        <ConfirmDialog
          title={`Disable the account of ${name}?`}
          confirmLabel="Disable"
          onConfirm={then(() => onChange({ state: 'disabled' }))}
          onClose={onClose}
        >
          Everything of it ends at once: sessions, programs, links. Nothing is deleted, and all of it is back when you
          enable the account again.
        </ConfirmDialog>
      );
  }
}

/** Nobody was reached. An administrator who saw the link could open the account with it, so who has a shell makes one. */
function UnsentLink({ email, onClose }: { email: string; onClose: () => void }) {
  // An address may hold an apostrophe.
  const quoted = `'${email.replaceAll("'", "'\\''")}'`;
  return (
    <Dialog title="The mail was not sent" onClose={onClose}>
      <div className="grid gap-5">
        <p className="text-ink-2 wrap-anywhere">
          The mail to {email} could not be sent, so nobody has a link. It is not shown here either: it would let you
          into their files. On the server, this command prints one to hand over:
        </p>
        <CopyField label="Command" value={`npx keepsake people password-link ${quoted}`} />
        <div className="dialog__actions">
          <Button onClick={onClose}>Done</Button>
        </div>
      </div>
    </Dialog>
  );
}
