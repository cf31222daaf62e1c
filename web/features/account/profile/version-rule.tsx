import { useId, useRef, useState } from 'react';
import type { ApiClient } from '#client/api.ts';
import type { VersionRule as Rule } from '#contract/version-rules.ts';
import { FailureNotice } from '../login/failure-notice.tsx';
import { useRead } from '../reading/use-read.ts';

const rules: { value: Rule; label: string; help: string }[] = [
  { value: 'all', label: 'Keep all', help: 'Old versions stay until you delete them.' },
  {
    value: 'by-age',
    label: 'Thin out with age',
    help: 'Keeps all versions of the last day, then the last one of each day, and after 30 days the last one of each week.',
  },
  { value: 'last-30', label: 'Keep the last 30', help: 'For each file, including the current version.' },
  { value: 'last-10', label: 'Keep the last 10', help: 'For each file, including the current version.' },
];

/** Which earlier versions of files stay. */
export function VersionRule({ api }: { api: Pick<ApiClient, 'account'> }) {
  const stored = useRead(() => api.account.versions.get());
  /** What is shown instead until it is saved. */
  const [unsaved, setUnsaved] = useState<Rule>();
  const [failure, setFailure] = useState<unknown>();
  const name = useId();
  const rule = unsaved ?? stored.value?.keep;

  /** The last one that was chosen. */
  const chosen = useRef<Rule>(undefined);
  const saving = useRef(Promise.resolve());

  /** One after the other, as the arrow keys choose each rule on their way. */
  function choose(keep: Rule) {
    chosen.current = keep;
    setUnsaved(keep);
    saving.current = saving.current.then(async () => {
      if (chosen.current !== keep) return;
      setFailure(undefined);
      try {
        await api.account.versions.set({ keep });
        stored.set({ keep });
      } catch (error) {
        setFailure(error);
      }
      if (chosen.current === keep) setUnsaved(undefined);
    });
  }

  return (
    <section className="profile__section" aria-busy={rule === undefined && stored.failure === undefined}>
      <h2 id="old-versions">Old versions</h2>
      <p className="text-14 text-ink-2">
        Old versions of your files take up space. Those that your choice does not keep are deleted forever within a day;
        the current version always stays.
      </p>
      <div className="profile__rules" role="radiogroup" aria-label="Old versions">
        {rules.map(({ value, label, help }) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              checked={value === rule}
              disabled={rule === undefined}
              onChange={() => choose(value)}
            />
            <span>
              {label}
              <span className="meta">{help}</span>
            </span>
          </label>
        ))}
      </div>
      <FailureNotice failure={stored.failure} retry={stored.retry} />
      <FailureNotice failure={failure} title="Not saved" />
    </section>
  );
}
