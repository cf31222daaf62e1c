import { useQuery } from '@tanstack/react-query';
import { kindOf } from '#contract/kinds.ts';
import { visibleName } from '#contract/names/names.ts';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { durationText } from '#web/ui/browser/duration-text.ts';
import type { Listings } from '../listing/listings.ts';
import { Fact } from './fact.tsx';
import { cameraTexts, placeText, takenText } from './fact-texts.ts';

const titles = { photo: 'This picture', video: 'This film', audio: 'This sound', pdf: 'This document' } as const;

type TakenFactsProps = { file: StoredFile; listings: Pick<Listings, 'facts'> };

/** What a file says of itself, or was told of it: what it shows, when, where and with what it was taken, how long it plays. */
export function TakenFacts({ file, listings }: TakenFactsProps) {
  const { data } = useQuery(listings.facts(file));
  if (data === undefined) return null;
  const { takenAt, place, seconds, pages, title, artist, description } = data;
  const lines = [
    { label: 'Title', value: title && visibleName(title) },
    { label: 'By', value: artist && visibleName(artist) },
    { label: 'Taken on', value: takenAt && takenText(takenAt) },
    { label: 'Place', value: place && placeText(place) },
    ...cameraTexts(data).map((value, at) => ({ label: at === 0 ? 'Camera' : '', value })),
    { label: 'Duration', value: seconds === null ? null : durationText(seconds) },
    { label: 'Pages', value: pages?.toLocaleString('en') ?? null },
  ].filter(({ value }) => value);
  if (lines.length === 0 && description === null) return null;
  const kind = kindOf(file.contentType);
  return (
    <section aria-label="What it says of itself">
      <h3 className="facts__title">{kind in titles ? titles[kind as keyof typeof titles] : 'This file'}</h3>
      {description === null ? null : (
        <p className="facts__text" dir="auto">
          {description}
        </p>
      )}
      {lines.length === 0 ? null : (
        <dl className="facts">
          {lines.map(({ label, value }) => (
            <Fact key={label || value} label={label}>
              {value}
            </Fact>
          ))}
        </dl>
      )}
    </section>
  );
}
