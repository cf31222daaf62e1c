import { type FormEvent, useEffect, useState } from 'react';
import { visibleName } from '#contract/names/names.ts';
import type { Person } from '#contract/records/people.ts';
import { dayText } from '#web/ui/browser/day-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Choices } from '#web/ui/controls/choices.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { deletedAt, type PersonChange } from './person-change.ts';

/** People that are offered at once; typing finds the others. */
const maxOffered = 5;

type HandOverDialogProps = {
  person: Person;
  name: string;
  /** Who can get files, by what is typed. */
  find: (text: string) => Promise<Person[]>;
  onChange: (change: PersonChange) => void;
  onClose: () => void;
};

/** Asks who gets the files of an account before it is deleted, and says what will happen. */
export function HandOverDialog({ person, name, find, onChange, onClose }: HandOverDialogProps) {
  const planned = person.handOver?.to ?? null;
  const [typed, setTyped] = useState('');
  const [offered, setOffered] = useState<Person[]>();
  const [chosen, setChosen] = useState(planned?.id);
  const [problem, setProblem] = useState<string>();
  const at = deletedAt(person);

  useEffect(() => {
    let isOver = false;
    find(typed.trim().toLowerCase()).then(
      (found) => isOver || setOffered(found.filter(({ id }) => id !== person.id).slice(0, maxOffered)),
      () => isOver || setOffered([]),
    );
    return () => {
      isOver = true;
    };
  }, [find, typed, person.id]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const isShown = offered?.some(({ id }) => id === chosen);
    if (chosen === undefined || !isShown) return setProblem('Choose who gets the files.');
    return onChange({ handOverTo: chosen });
  }

  return (
    <Dialog title={`Hand over the files of ${name}`} onClose={onClose}>
      <form className="grid gap-5" noValidate onSubmit={submit}>
        <p className="text-ink-2 wrap-anywhere">
          {at === undefined ? 'Now' : `On ${dayText(at)}`}, before the account is deleted, its folders and files go into
          a new folder of the person you choose. Trash and earlier versions are deleted. {name} gets a mail now that
          says who and when; the other person gets one when everything is there.
        </p>
        <div>
          <TextField
            label="Find by name or email"
            type="search"
            autoComplete="off"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            error={problem}
          />
          {offered === undefined ? null : offered.length === 0 ? (
            <p className="meta mt-3" role="status">
              Nobody of that name or email can get them.
            </p>
          ) : (
            <Choices
              label="Who gets the files"
              options={offered.map((one) => ({ value: one.id, label: visibleName(one.name), help: one.email }))}
              value={chosen ?? ''}
              onChoose={(id) => {
                setChosen(id);
                setProblem(undefined);
              }}
            />
          )}
        </div>
        <p className="meta">You cannot choose yourself: nobody reads the files of others by running the server.</p>
        <div className="dialog__actions">
          {person.handOver ? (
            <Button variant="quiet-danger" onClick={() => onChange({ handOverTo: null })}>
              {at === undefined ? 'Hand over to nobody, and delete' : 'Hand over to nobody'}
            </Button>
          ) : null}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Hand over
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
