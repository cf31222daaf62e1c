import type { ServerReport } from '#contract/records/server-report.ts';
import { WarningIcon } from '#web/ui/icons/icons.tsx';
import { jobRows } from './job-words.ts';

/** What the server does by itself, and how each last went. */
export function JobsList({ report: { jobs, at } }: { report: ServerReport }) {
  return (
    <>
      <h2 className="health__jobs-head">What it does by itself</h2>
      <ul className="health__jobs">
        {jobRows(jobs.list, at).map(({ name, text, isBad }) => (
          <li key={name} data-bad={isBad || undefined}>
            <span>
              {isBad ? <WarningIcon /> : null}
              {name}
              {isBad ? <span className="sr-only">, needs you</span> : null}
            </span>
            <span className="meta wrap-anywhere">{text}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
