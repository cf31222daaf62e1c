import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { ApiClient } from '#client/api.ts';
import { findFolderAt } from '#client/find-folder.ts';
import { visibleName } from '#contract/names/names.ts';
import type { AppPassword } from '#contract/records/access.ts';
import { dayText } from '#web/ui/browser/day-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Choice } from '#web/ui/controls/choice.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { CheckIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { useConfirmed } from '../confirm/confirmed-context.ts';
import { FailureNotice } from '../login/failure-notice.tsx';
import { useRead } from '../reading/use-read.ts';

const accesses = [
  { value: 'write', label: 'Read and change' },
  { value: 'read', label: 'Read only' },
] as const;

type Lasting = 'always' | 'month' | 'year';

const lastings = [
  { value: 'always', label: 'When revoked' },
  { value: 'month', label: 'In 30 days' },
  { value: 'year', label: 'In 1 year' },
] as const;

const dayMs = 24 * 60 * 60 * 1000;
const daysOf: Record<Lasting, number | null> = { always: null, month: 30, year: 365 };

type NewPassword = { id: string; name: string; token: string };

type Api = Pick<ApiClient, 'appPasswords' | 'folders'>;

/** The app passwords of the user: created, shown once, and revoked. */
export function AppPasswords({ api }: { api: Api }) {
  const confirmed = useConfirmed();
  const { value: passwords, failure, retry, running, run } = useRead(() => api.appPasswords.list());
  const [created, setCreated] = useState<NewPassword>();
  const field = useRef<HTMLInputElement>(null);
  const folderField = useRef<HTMLInputElement>(null);
  const [access, setAccess] = useState<AppPassword['access']>('write');
  const [lasts, setLasts] = useState<Lasting>('always');
  const [nameError, setNameError] = useState<string>();
  const [folderError, setFolderError] = useState<string>();

  function create(event: FormEvent) {
    event.preventDefault();
    const name = field.current?.value.trim() ?? '';
    setNameError(name === '' ? 'Give it a name.' : undefined);
    if (name === '') return field.current?.focus();
    return void run(async () => {
      const folderId = await findFolderAt(api, folderField.current?.value ?? '');
      setFolderError(folderId === undefined ? 'There is no such folder.' : undefined);
      if (folderId === undefined) return folderField.current?.focus();
      const days = daysOf[lasts];
      const expiresAt = days === null ? null : Date.now() + days * dayMs;
      const { id, token } = await confirmed(() => api.appPasswords.create({ name, access, folderId, expiresAt }));
      setCreated({ id, name, token });
      for (const { current } of [field, folderField]) if (current) current.value = '';
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
        An app password can do everything you can, until you revoke it, except delete forever and change your account.
        It is for a program, such as the command line.
      </p>
      <FailureNotice failure={failure} retry={retry} />
      {created ? <CreatedPassword key={created.id} created={created} /> : null}
      <ul className="mt-2">
        {passwords?.map(({ id, name, createdAt, lastUsedAt, expiresAt, access: granted, folderId }) => (
          <li className="profile__row profile__row--ruled" key={id}>
            <div className="min-w-0">
              <p className="wrap-anywhere">{visibleName(name)}</p>
              <p className="meta">
                Created {dayText(createdAt)}, {lastUsedAt === null ? 'never used' : `last used ${dayText(lastUsedAt)}`}
                {granted === 'read' ? ', read only' : ''}
                {folderId === null ? '' : ', one folder'}
                {expiresAt === null ? '' : `, until ${dayText(expiresAt)}`}
              </p>
            </div>
            <Button
              compact
              disabled={running}
              aria-label={`Revoke ${visibleName(name)}`}
              onClick={() => {
                if (created?.id === id) setCreated(undefined);
                void run(() => api.appPasswords.revoke({ id }));
              }}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      <form className="profile__create profile__create--rows" noValidate onSubmit={create}>
        <TextField
          ref={field}
          label="Program name"
          autoComplete="off"
          maxLength={100}
          placeholder="Laptop, command line"
          error={nameError}
        />
        <TextField
          ref={folderField}
          label="Folder"
          autoComplete="off"
          placeholder="All folders, or Photos/2026"
          error={folderError}
        />
        <Question label="Access">
          <Choice label="Access" options={accesses} value={access} onChoose={setAccess} />
        </Question>
        <Question label="Expires">
          <Choice label="Expires" options={lastings} value={lasts} onChoose={setLasts} />
        </Question>
        <Button type="submit" busy={running}>
          Create app password
        </Button>
      </form>
    </section>
  );
}

/** A choice with its label above it, as fields have; the choice itself names it to screen readers. */
function Question({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="field">
      <span className="field__label" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}

function CreatedPassword({ created: { name, token } }: { created: NewPassword }) {
  const [copied, setCopied] = useState(false);
  return (
    <Notice
      tone="good"
      icon={<CheckIcon />}
      title={`App password for ${visibleName(name)}`}
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
