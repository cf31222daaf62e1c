import { visibleName } from '#contract/names/names.ts';
import type { Person } from '#contract/records/people.ts';
import { dayText } from '#web/ui/browser/day-text.ts';
import { deletedAt } from './person-change.ts';

const problems = {
  'recipient-gone': 'Whoever was to get the files cannot any more. Nothing is deleted until you choose somebody else.',
  'no-room': 'The files do not fit there. Nothing is deleted until that person has more space.',
  failed: 'Handing over has not worked yet. Nothing is deleted; it is tried again, and the log says why.',
} as const;

/** What becomes of an account that was closed, and of its files. */
export function WaitingText({ person }: { person: Person }) {
  const { handOver } = person;
  const at = deletedAt(person);
  const when = at === undefined ? 'To be deleted now' : `To be deleted on ${dayText(at)}`;
  return (
    <>
      <span className="people__waiting meta wrap-anywhere">
        {handOver?.to ? `${when}, files go to ${visibleName(handOver.to.name)}` : when}
      </span>
      {handOver?.problem ? <span className="people__problem">{problems[handOver.problem]}</span> : null}
    </>
  );
}
