import { isTyping } from '#web/ui/browser/is-typing.ts';

/** The name that browsers give to a picture that was copied, not read from a file. */
const genericName = /^image\.(\w+)$/;

/** The files of a paste, unless it is meant for a field that is being typed in. */
export function pastedFiles({ clipboardData, target }: ClipboardEvent): File[] {
  if (isTyping(target)) return [];
  return Array.from(clipboardData?.files ?? [], (file) => named(file, new Date()));
}

/** Gives such a picture a name of its own, so that a second one does not become its next version. */
function named(file: File, now: Date): File {
  const ending = genericName.exec(file.name)?.[1];
  if (ending === undefined) return file;
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(twoDigits).join('-');
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(twoDigits).join('.');
  return new File([file], `Pasted ${day} ${time}.${ending}`, { type: file.type, lastModified: file.lastModified });
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}
