import type { ReactNode } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { errorId, type AccountForm as Form } from './use-account-form.ts';

type AccountFormProps = {
  form: Form;
  submitLabel: string;
  /** Shown with an error that has no help of its own. */
  help?: ReactNode;
  children: ReactNode;
};

/** An account form: what is wrong with it, its fields, and the button that submits it. */
export function AccountForm({
  form: { form, running, formError, onSubmit },
  submitLabel,
  help,
  children,
}: AccountFormProps) {
  return (
    <form className="contents" ref={form} noValidate onSubmit={onSubmit}>
      {formError && !formError.atField ? (
        <Notice tone="bad" icon={<WarningIcon />} id={errorId} title={formError.message}>
          {formError.help ?? help}
        </Notice>
      ) : null}
      {children}
      {/* Disabled, not only busy: specification, section 2. The focus goes on to a field or another page. */}
      <Button type="submit" variant="primary" wide busy={running} disabled={running}>
        {submitLabel}
      </Button>
    </form>
  );
}

type EmailFieldProps = Pick<Form, 'field'> & { placeholder?: string; autoComplete?: string };

export function EmailField({ field, ...input }: EmailFieldProps) {
  return <TextField {...field('email')} label="Email" type="email" autoComplete="username" {...input} />;
}
