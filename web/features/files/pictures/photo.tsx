import './photo.css';
import type { Preview } from '#contract/records/entries.ts';
import { useTries } from './use-tries.ts';

/** Very wide and very tall pictures are limited to these proportions. */
const widest = 3;
const tallest = 1 / 2;
/** The proportion of a tile's field. */
const field = 7 / 6;

/** A thumbnail that was made. */
export type Made = Extract<Preview, { state: 'made' }>;

/** A print of a picture in its own proportions. */
export function Photo({ preview }: { preview: Made }) {
  const ratio = Math.min(widest, Math.max(tallest, preview.width / preview.height));
  return (
    <span
      className="thing print"
      style={ratio >= field ? { width: '100%', aspectRatio: ratio } : { height: '100%', aspectRatio: ratio }}
    >
      <Thumbnail preview={preview} />
    </span>
  );
}

/** Blurred until it is loaded, and where it cannot be. */
export function Thumbnail({ preview }: { preview: Made }) {
  const { failed, onError, key } = useTries(preview.url);
  return (
    <img
      key={key}
      src={failed ? preview.blur : preview.url}
      alt=""
      decoding="async"
      style={{ backgroundImage: `url("${preview.blur}")` }}
      onError={onError}
    />
  );
}

/** The print of a picture that is still being made. */
export function PendingPhoto() {
  return (
    <span className="thing print print--land print--making">
      <span className="skel" />
    </span>
  );
}
