import { useState } from 'react';

/** Very wide and very tall pictures are limited to these proportions. */
const widest = 3;
const tallest = 1 / 2;
/** The proportion of a tile's field. */
const field = 7 / 6;

/** A print of a picture in its own proportions. The field of the tile keeps its size while the picture is on its way. */
export function Photo({ url }: { url: string }) {
  const [ratio, setRatio] = useState<number>();
  const [failed, setFailed] = useState(false);
  const shown = ratio ?? 3 / 2;
  return (
    <span
      className="thing print"
      style={shown >= field ? { width: '100%', aspectRatio: shown } : { height: '100%', aspectRatio: shown }}
    >
      {ratio === undefined ? <span className="skel" /> : null}
      {failed ? null : (
        <img
          className={ratio === undefined ? 'absolute inset-0 opacity-0' : undefined}
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setRatio(Math.min(widest, Math.max(tallest, naturalWidth / naturalHeight || field)))
          }
          onError={() => setFailed(true)}
        />
      )}
    </span>
  );
}
