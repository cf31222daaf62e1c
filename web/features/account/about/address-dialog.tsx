import type { ApiClient } from '#client/api.ts';
import { ApiError } from '#client/api-error.ts';
import { useConfirmed } from '../confirm/confirmed-context.ts';
import { OneFieldDialog } from './one-field-dialog.tsx';

type AddressDialogProps = {
  api: Pick<ApiClient, 'account'>;
  /** The present one. */
  email: string;
  onChange: () => void;
  onClose: () => void;
};

/** Asks for a new address. */
export function AddressDialog({ api, email, onChange, onClose }: AddressDialogProps) {
  const confirmed = useConfirmed();
  async function save(typed: string) {
    await confirmed(() => api.account.address.request({ email: typed }));
    onChange();
  }
  return (
    <OneFieldDialog
      title="Change your email"
      saveLabel="Send the link"
      label="New email"
      type="email"
      autoComplete="email"
      save={save}
      explain={(error) => (error instanceof ApiError && error.code === 'email-invalid' ? error.message : undefined)}
      onClose={onClose}
    >
      <p className="text-ink-2 wrap-anywhere">
        We send a link to the new email. It becomes the email of your account when you open the link and confirm it.{' '}
        {email} is told, and can take the change back for 7 days.
      </p>
    </OneFieldDialog>
  );
}
