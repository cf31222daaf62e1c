import type { ApiClient } from '#client/api.ts';
import { OneFieldDialog } from './one-field-dialog.tsx';

type NameDialogProps = {
  api: Pick<ApiClient, 'account'>;
  name: string | null;
  onChange: () => void;
  onClose: () => void;
};

/** Asks what the person is called. */
export function NameDialog({ api, name, onChange, onClose }: NameDialogProps) {
  async function save(typed: string) {
    await api.account.profile.setName({ name: typed === '' ? null : typed });
    onChange();
  }
  return (
    <OneFieldDialog
      title="Your name"
      saveLabel="Save"
      label="Name"
      autoComplete="name"
      maxLength={100}
      defaultValue={name ?? ''}
      save={save}
      onClose={onClose}
    />
  );
}
