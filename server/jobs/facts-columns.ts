import type { OwnFacts } from '#contract/records/facts.ts';

/** What a row of `facts` has of what was found in a file. */
export function factsColumns({ takenAt, exposure, place, ...facts }: OwnFacts) {
  return {
    ...facts,
    taken_at: takenAt === null ? null : Date.parse(`${takenAt.local}${takenAt.offset ?? 'Z'}`),
    taken_local: takenAt?.local ?? null,
    taken_offset: takenAt?.offset ?? null,
    taken_from: takenAt?.from ?? null,
    aperture: exposure?.aperture ?? null,
    exposure: exposure?.seconds ?? null,
    iso: exposure?.iso ?? null,
    focal_length: exposure?.focalLength ?? null,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
  };
}
