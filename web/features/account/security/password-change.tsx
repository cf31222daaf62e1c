import { useState } from 'react';
import type { ApiClient } from '#client/api.ts';
import { ApiError } from '#client/api-error.ts';
import { messages } from '#contract/specification-messages.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { WarningIcon } from '#web/ui/icons/icons.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { errorHelp } from '../login/account-error.ts';
import { NewPasswordFields } from '../login/new-password-fields.tsx';
import { createRefusedPasswords, type RefusedPasswords } from '../login/refused-passwords.ts';
import { type AccountForm, errorId, useAccountForm } from '../login/use-account-form.ts';

type PasswordChangeProps = {
  api: Pick<ApiClient, 'account'>;
  /** For password managers, and because no password may be the address. */
  email: string;
  /** Called when it was changed, with whether all app passwords were revoked. */
  onChange: (revoked: boolean) => void;
  onClose: () => void;
};

const fields = ['current', 'password', 'confirm', 'revoke'] as const;

/** Asks for the current password and a new one. */
export function PasswordChange({ api, email, onChange, onClose }: PasswordChangeProps) {
  const [refused] = useState(createRefusedPasswords);
  const form = useAccountForm(fields, async ({ current, password, confirm, revoke }) => {
    const missing = (['current', 'password'] as const).filter((name) => ({ current, password })[name] === '');
    if (missing.length > 0) return { message: 'Type this password.', fields: missing, atField: true };
    if (password !== confirm) return { message: messages.passwordsDiffer, fields: ['confirm'], atField: true };
    try {
      const revokeAppPasswords = revoke !== '';
      await api.account.password({ currentPassword: current, newPassword: password, revokeAppPasswords });
      onChange(revokeAppPasswords);
      return undefined;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'wrong-credentials')
        return { message: 'This password is incorrect.', fields: ['current'], atField: true };
      // Below the field stands why a password is refused.
      const help = refused.add(password, error) ? undefined : (errorHelp(error) ?? 'Try again in a moment.');
      return { message: 'The password was not changed.', help, fields: ['password'] };
    }
  });
  return (
    <Dialog title="Change your password" onClose={onClose}>
      <PasswordForm form={form} refused={refused} email={email} onClose={onClose} />
    </Dialog>
  );
}

type PasswordFormProps = { form: AccountForm; refused: RefusedPasswords; email: string; onClose: () => void };

function PasswordForm({ form, refused, email, onClose }: PasswordFormProps) {
  const { form: element, formError, running, field, onSubmit } = form;
  return (
    <form className="profile__form" ref={element} noValidate onSubmit={onSubmit}>
      {formError && !formError.atField ? (
        <Notice tone="bad" icon={<WarningIcon />} id={errorId} title={formError.message}>
          {formError.help}
        </Notice>
      ) : null}
      <p className="text-ink-2">Every other device will be logged out, and links to reset the password will end.</p>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <TextField
        {...field('current')}
        label="Current password"
        type="password"
        autoComplete="current-password"
        data-autofocus
      />
      <NewPasswordFields form={form} refused={refused} label="New password" />
      <label className="profile__tick">
        <input type="checkbox" name="revoke" />
        <span>
          Revoke all app passwords too
          <span className="meta">Otherwise the programs that use one stay connected.</span>
        </span>
      </label>
      <div className="dialog__actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={running}>
          Change password
        </Button>
      </div>
    </form>
  );
}
