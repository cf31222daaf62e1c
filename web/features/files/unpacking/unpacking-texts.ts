import { fileErrors } from '#contract/file-errors.ts';
import { visibleName } from '#contract/names/names.ts';
import type { LeftOut, Unpacking } from '#contract/records/unpackings.ts';

const reasons: Record<LeftOut['why'], string> = {
  'unsafe-path': 'leads out of the folder',
  'invalid-name': 'has a name that is not possible',
  'too-deep': 'lies too deep in folders',
  encrypted: 'is protected by a password',
  method: 'is packed in a way that is not supported',
  link: 'is a link',
  special: 'is no file',
  damaged: 'is damaged',
};

/** Named in a toast; the others are counted. */
const maxNamed = 3;
/** Of a path that is longer, the end is shown. */
const shownCharacters = 60;

/** What of an archive was left out, and why; undefined if nothing was. */
export function leftOutText({ leftOut: { count, first } }: Pick<Unpacking, 'leftOut'>): string | undefined {
  if (count === 0) return undefined;
  const named = first.slice(0, maxNamed).map(({ path, why, method }) => {
    const reason = method === null ? reasons[why] : `${reasons[why]} (${method})`;
    return `${visibleName(endOf(path))} ${reason}`;
  });
  const others = count > named.length ? [`and ${(count - named.length).toLocaleString('en')} more`] : [];
  return `${count === 1 ? 'This was' : 'These were'} left out: ${[...named, ...others].join(', ')}.`;
}

/** How much of it is done: "120 of 3,000". */
export function countsText({ entries: { done, total } }: Pick<Unpacking, 'entries'>): string {
  return `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
}

/** Why one failed. */
export function failureText({ error }: Pick<Unpacking, 'error'>): string {
  const known = Object.entries(fileErrors).find(([code]) => code === error);
  const { message } = known?.[1] ?? fileErrors['internal-error'];
  return `Not all of it was unpacked. ${message}`;
}

function endOf(path: string): string {
  return path.length > shownCharacters ? `…${path.slice(1 - shownCharacters).toWellFormed()}` : path;
}
