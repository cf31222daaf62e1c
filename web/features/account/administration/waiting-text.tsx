import { visibleName } from '#contract/names/names.ts';
import type { Person } from '#contract/records/people.ts';
import { dayText } from '#web/ui/browser/day-text.ts';
import { deletedAt } from './person-change.ts';

const problems = {
  'recipient-gone': 'Nothing is deleted: whoever was to get the files cannot. Name somebody else.',
  'no-room': 'Nothing is deleted: the files do not fit into the space there. It is tried again all the time.',
  failed: 'Nothing is deleted: handing over did not work. It is tried again all the time; the log says why.',
} as const;

/** What becomes of an account that was closed, and of its files. */
export function WaitingText({ person }: { person: Person }) {
  const { handOver } = person;
  const at = deletedAt(person);
  const to = handOver?.to ? `, files go to ${visibleName(handOver.to.name)}` : '';
  const isStuck = handOver?.problem != null && (at === undefined || handOver.problem === 'recipient-gone');
  return (
    <>
      <span className="meta wrap-anywhere">
        {at === undefined ? `To be deleted now${to}` : `To be deleted on ${dayText(at)}${to}`}
      </span>
      {isStuck && handOver.problem !== null ? (
        <span className="people__problem">{problemText(handOver.problem, at)}</span>
      ) : null}
    </>
  );
}

function problemText(problem: keyof typeof problems, at: number | undefined): string {
  return at === undefined ? problems[problem] : 'Whoever was to get the files cannot any more. Name somebody else.';
}
