import { type FormEvent, useRef, useState } from 'react';
import type { ServerSettings } from '#contract/records/people.ts';
import { noQuotaBytes } from '#contract/texts/sizes.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Switch } from '#web/ui/controls/switch.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { noSize, quotaIn, quotaText } from './quota-field.tsx';

type Change = { signUp?: 'open' | 'closed'; defaultQuotaBytes?: number | null };

type SignUpSettingsProps = {
  settings: ServerSettings;
  running: boolean;
  onChange: (change: Change) => Promise<boolean>;
};

/** Whether anybody may sign up, and what a new account may store. */
export function SignUpSettings({ settings: { signUp, defaultQuotaBytes }, running, onChange }: SignUpSettingsProps) {
  const isOpen = signUp.value === 'open';
  const state = isOpen
    ? 'Open now. Whoever finds this server can create an account.'
    : 'Closed now. Only people with an invitation can sign up.';
  return (
    <>
      <Switch
        label="Anybody may sign up"
        help={signUp.isFixed ? `${state} SIGN_UP of the environment sets this.` : state}
        checked={isOpen}
        disabled={running || signUp.isFixed}
        onChange={(checked) => void onChange({ signUp: checked ? 'open' : 'closed' })}
      />
      <DefaultQuota {...defaultQuotaBytes} running={running} onChange={onChange} />
    </>
  );
}

type DefaultQuotaProps = ServerSettings['defaultQuotaBytes'] & Pick<SignUpSettingsProps, 'running' | 'onChange'>;

function DefaultQuota({ value, isFixed, running, onChange }: DefaultQuotaProps) {
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    const quota = quotaIn(field.current?.value ?? '');
    setProblem(quota === undefined ? noSize : undefined);
    if (quota === undefined) return field.current?.focus();
    return void onChange({ defaultQuotaBytes: quota === noQuotaBytes ? null : quota });
  }

  return (
    <form className="profile__create" noValidate onSubmit={submit}>
      <TextField
        ref={field}
        label="Space for everybody who has no limit of their own"
        autoComplete="off"
        defaultValue={quotaText(value)}
        placeholder="No limit, or a size such as 50 GB"
        help={isFixed ? 'DEFAULT_QUOTA of the environment sets this.' : undefined}
        error={problem}
        disabled={isFixed}
      />
      {isFixed ? null : (
        <Button type="submit" disabled={running}>
          Save
        </Button>
      )}
    </form>
  );
}
