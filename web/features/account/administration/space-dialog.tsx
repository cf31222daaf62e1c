import { type FormEvent, useRef, useState } from 'react';
import { maxEntries } from '#contract/limits.ts';
import type { Person } from '#contract/records/people.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { PersonChange } from './person-change.ts';
import { noSize, QuotaField, quotaIn } from './quota-field.tsx';

type SpaceDialogProps = {
  name: string;
  person: Person;
  defaultQuota: number | null;
  onChange: (change: PersonChange) => void;
  onClose: () => void;
};

/** How much somebody may store, and how many things. */
export function SpaceDialog({ name, person, defaultQuota, onChange, onClose }: SpaceDialogProps) {
  const space = useRef<HTMLInputElement>(null);
  const things = useRef<HTMLInputElement>(null);
  const [problems, setProblems] = useState<{ space?: string; things?: string }>({});

  function submit(event: FormEvent) {
    event.preventDefault();
    const quotaBytes = quotaIn(space.current?.value ?? '');
    const typed = things.current?.value.trim() ?? '';
    const quotaEntries = typed === '' ? null : /^\d{1,12}$/.test(typed) ? Number(typed) : undefined;
    if (quotaBytes !== undefined && quotaEntries !== undefined) return onChange({ quotaBytes, quotaEntries });
    setProblems({
      ...(quotaBytes === undefined && { space: noSize }),
      ...(quotaEntries === undefined && { things: 'This is no number.' }),
    });
    return (quotaBytes === undefined ? space : things).current?.focus();
  }

  return (
    <Dialog title={`Space for ${name}`} onClose={onClose}>
      <form className="grid gap-5 mt-4" noValidate onSubmit={submit}>
        <QuotaField
          ref={space}
          label="Space"
          value={person.quotaBytes}
          defaultQuota={defaultQuota}
          error={problems.space}
        />
        <TextField
          ref={things}
          label="Folders, files and earlier versions"
          autoComplete="off"
          inputMode="numeric"
          defaultValue={person.quotaEntries ?? ''}
          placeholder={`Default: ${maxEntries.toLocaleString('en')}`}
          error={problems.things}
        />
        <p className="meta">Who has more already keeps it, and can add nothing until there is space again.</p>
        <div className="dialog__actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
