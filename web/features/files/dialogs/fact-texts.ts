import { visibleName } from '#contract/names/names.ts';
import type { Facts, TakenAt } from '#contract/records/facts.ts';

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** "12 Aug 2026, 05:52", as a clock showed it there; with its offset where that is known. */
export function takenText({ local, offset }: Pick<TakenAt, 'local' | 'offset'>): string {
  const text = day.format(new Date(`${local}Z`));
  return offset === null ? text : `${text} (UTC${offset === '+00:00' || offset === 'Z' ? '' : offset})`;
}

/** "48.1371° N, 11.5754° E". */
export function placeText({ latitude, longitude }: { latitude: number; longitude: number }): string {
  const part = (value: number, positive: string, negative: string) =>
    `${Math.abs(value).toFixed(4)}° ${value < 0 ? negative : positive}`;
  return `${part(latitude, 'N', 'S')}, ${part(longitude, 'E', 'W')}`;
}

/** The camera, its lens, and how the picture was exposed, as "f/5.6, 1/125 s, ISO 200, 28 mm": what is known of it. */
export function cameraTexts({ camera, lens, exposure }: Pick<Facts, 'camera' | 'lens' | 'exposure'>): string[] {
  const { aperture = null, seconds = null, iso = null, focalLength = null } = exposure ?? {};
  const exposed = [
    aperture === null ? '' : `f/${rounded(aperture)}`,
    seconds === null ? '' : exposureTime(seconds),
    iso === null ? '' : `ISO ${iso}`,
    focalLength === null ? '' : `${rounded(focalLength)} mm`,
  ];
  const names = [camera ?? '', lens ?? ''].map(visibleName);
  return [...names, exposed.filter(Boolean).join(', ')].filter(Boolean);
}

function exposureTime(seconds: number): string {
  return seconds > 0 && seconds < 0.4 ? `1/${Math.round(1 / seconds)} s` : `${rounded(seconds)} s`;
}

function rounded(value: number): string {
  return String(Number(value.toFixed(1)));
}
