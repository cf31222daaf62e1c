/** Where a transfer was at a moment: milliseconds of a clock that never goes back, and bytes. */
export type Sample = { at: number; bytes: number };

/** The rate is that of this long, and is not told before the first part of it has passed. In milliseconds. */
const windowMs = 15_000;
const firstMs = 3000;
/** Samples are at least this far apart, in milliseconds. */
const sampleMs = 500;

/** The samples with a further one, without those that the rate no longer needs. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1);
  // What is canceled or tried again takes bytes away: the rate starts again.
  if (last !== undefined && sample.bytes < last.bytes) return [sample];
  if (last !== undefined && sample.at - last.at < sampleMs) return samples;
  return [...samples.filter(({ at }) => sample.at - at <= windowMs), sample];
}

/** How long the rest takes at the rate of the samples, in words; undefined while that is not known, and when all is sent. */
export function timeLeftText(samples: readonly Sample[], totalBytes: number): string | undefined {
  const first = samples[0];
  const last = samples.at(-1);
  if (
    first === undefined ||
    last === undefined ||
    last.at - first.at < firstMs ||
    last.bytes <= first.bytes ||
    last.bytes >= totalBytes
  )
    return undefined;
  const seconds = ((totalBytes - last.bytes) * (last.at - first.at)) / (last.bytes - first.bytes) / 1000;
  if (seconds < 60) return 'less than a minute left';
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`;
  const hours = Math.round(minutes / 60);
  if (hours < 48) return hours === 1 ? 'about an hour left' : `about ${hours} hours left`;
  return `about ${Math.round(hours / 24)} days left`;
}
