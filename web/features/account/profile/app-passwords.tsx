import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ApiClient } from '#client/api.ts';
import type { AppPassword } from '#contract/access.ts';
import { dayText } from '#web/ui/browser/day-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { CheckIcon, WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { errorHelp } from '../login/account-error.ts';

type NewPassword = { name: string; token: string };

/** The app passwords of the user: created, shown once, and revoked. */
export function AppPasswords({ api }: { api: ApiClient['appPasswords'] }) {
  const [passwords, setPasswords] = useState<AppPassword[]>();
  const [created, setCreated] = useState<NewPassword>();
  const [failure, setFailure] = useState<unknown>();
  const [running, setRunning] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    api.list().then(setPasswords, setFailure);
  }, [api]);

  async function run(work: () => Promise<void>) {
    setRunning(true);
    setFailure(undefined);
    try {
      await work();
      setPasswords(await api.list());
    } catch (error) {
      setFailure(error);
    }
    setRunning(false);
  }

  function create(event: FormEvent) {
    event.preventDefault();
    const name = field.current?.value.trim() ?? '';
    if (name === '') return field.current?.focus();
    return void run(async () => {
      const { token } = await api.create({ name });
      setCreated({ name, token });
      if (field.current) field.current.value = '';
    });
  }

  return (
    <section
      className="profile__section"
      aria-labelledby="app-passwords"
      aria-busy={passwords === undefined && !failure}
    >
      <h2 id="app-passwords">App passwords</h2>
      <p className="mt-2 text-14 text-ink-2">
        With an app password, a program such as the command line can use your files until you revoke it.
      </p>
      {failure === undefined ? null : (
        <Notice tone="bad" icon={<WarningIcon />} title="That did not work.">
          {errorHelp(failure) ?? 'Try again in a moment.'}
        </Notice>
      )}
      {created ? <CreatedPassword created={created} /> : null}
      <ul className="mt-2">
        {passwords?.map(({ id, name, createdAt, lastUsedAt }) => (
          <li className="profile__row profile__row--ruled" key={id}>
            <div className="min-w-0">
              <p className="wrap-anywhere">{name}</p>
              <p className="meta">
                Created {dayText(createdAt)}, {lastUsedAt === null ? 'never used' : `last used ${dayText(lastUsedAt)}`}
              </p>
            </div>
            <Button
              compact
              disabled={running}
              aria-label={`Revoke ${name}`}
              onClick={() => {
                if (created?.name === name) setCreated(undefined);
                void run(() => api.revoke({ id }));
              }}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      <form className="profile__create" noValidate onSubmit={create}>
        <TextField
          ref={field}
          label="Program name"
          autoComplete="off"
          maxLength={100}
          placeholder="Laptop, command line"
        />
        <Button type="submit" busy={running}>
          Create app password
        </Button>
      </form>
    </section>
  );
}

function CreatedPassword({ created: { name, token } }: { created: NewPassword }) {
  const [copied, setCopied] = useState(false);
  return (
    <Notice
      tone="good"
      icon={<CheckIcon />}
      title={`App password for ${name}`}
      action={
        navigator.clipboard ? (
          <Button
            variant="quiet"
            compact
            onClick={() => void navigator.clipboard.writeText(token).then(() => setCopied(true))}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
        ) : undefined
      }
    >
      <code className="wrap-anywhere">{token}</code>
      <br />
      It is shown only once. Save it in the program.
    </Notice>
  );
}
