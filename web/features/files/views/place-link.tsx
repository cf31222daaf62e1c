import './place-link.css';
import { Link } from 'react-router';
import type { Ancestor } from '#contract/records/entries.ts';
import { folderAddress } from '../cache/place.ts';
import type { RevealState } from '../listing/reveal.ts';
import { placeText } from '../parts/place-text.ts';

type PlaceLinkProps = {
  path: readonly Ancestor[];
  /** The entry that is to be seen there. */
  reveal: string;
  tabIndex?: number;
};

/** Where an entry is, as a link to that folder: "Root, Family, Summer at the lake". */
export function PlaceLink({ path, reveal, tabIndex }: PlaceLinkProps) {
  return (
    <Link className="view__place" to={placeAddress(path)} state={{ reveal } satisfies RevealState} tabIndex={tabIndex}>
      {placeText(path)}
    </Link>
  );
}

/** The address of the page of the folder that ends the path. */
export function placeAddress(path: readonly Ancestor[]): string {
  return folderAddress(path.at(-1)?.id ?? null);
}
