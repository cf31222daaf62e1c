import { TextField } from '#web/ui/controls/text-field.tsx';
import type { RefusedPasswords } from './refused-passwords.ts';
import type { AccountForm } from './use-account-form.ts';
import { usePasswordAdvice } from './use-password-advice.ts';

type NewPasswordFieldsProps = { form: AccountForm; refused: RefusedPasswords; label?: string };

/** A new password, typed twice: the fields `password` and `confirm`. Below it, why it is not accepted yet. */
export function NewPasswordFields({ form, refused, label = 'Password' }: NewPasswordFieldsProps) {
  const advice = usePasswordAdvice(form, refused);
  const common = { type: 'password', autoComplete: 'new-password' };
  return (
    <>
      <TextField
        {...form.field('password')}
        {...common}
        label={label}
        help="Eight characters or more, and not one that many people use. A short sentence is easy to remember."
        advice={advice ?? ''}
      />
      <TextField {...form.field('confirm')} {...common} label="Confirm password" />
    </>
  );
}
