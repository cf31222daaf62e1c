import './picture.css';
import { type CSSProperties, useRef, useState } from 'react';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { useWhenBack } from '../said/away.ts';
import { Failed } from '../said/said.tsx';
import { sourcesOf } from './sources.ts';
import { useGestures } from './use-gestures.ts';
import { usePicture } from './use-picture.ts';
import { useSvg } from './use-svg.ts';
import type { Zoom } from './zoom.ts';

/** In pixels. */
type Size = { width: number; height: number };

type PictureProps = {
  file: StoredFile;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  onSwipe: (by: 1 | -1) => void;
  onDownload: () => void;
};

const usualRatio = 3 / 2;
/** A small picture fills the stage only up to so many times its own size; further it is magnified. */
const maxEnlarged = 3;

/** A picture as a print on the stage, softened until it is loaded; magnified, it fills the stage without its border. */
export function Picture({ file, zoom, onZoom, onSwipe, onDownload }: PictureProps) {
  const stage = useRef<HTMLDivElement>(null);
  const [natural, setNatural] = useState<Size>();
  const svg = useSvg(file);
  const isMagnified = zoom.scale > 1;
  const sources = sourcesOf(file, { magnified: isMagnified, ...(svg.url === undefined ? {} : { svgUrl: svg.url }) });
  const picture = usePicture(sources, { isWaiting: svg.isLoading });
  const retry = sources.length === 0 ? svg.retry : picture.retry;
  const failed = picture.failed && !svg.isLoading && file.preview?.state !== 'making';
  useWhenBack(failed, retry);
  const gestures = useGestures(stage, { zoom, onZoom, onSwipe });
  const made = file.preview?.state === 'made' ? file.preview : undefined;
  const whole = natural ?? (made?.screenUrl === null ? made : undefined);
  const shape = made ?? natural;
  const ratio = shape ? shape.width / shape.height : usualRatio;
  // Drawings have no size of their own.
  const most = whole === undefined || file.contentType === 'image/svg+xml' ? undefined : whole.width * maxEnlarged;

  if (failed) return <Failed title="This picture cannot be shown" {...{ file, onDownload }} onRetry={retry} />;
  const look = {
    '--ratio': ratio,
    '--zoom': zoom.scale,
    '--x': `${zoom.x}px`,
    '--y': `${zoom.y}px`,
    ...(most !== undefined && { '--most': `${most}px` }),
  } as CSSProperties;
  return (
    <>
      <div
        className={isMagnified ? 'viewer__content picture picture--magnified' : 'viewer__content picture'}
        ref={stage}
        style={look}
        aria-busy={picture.url === undefined}
        {...gestures}
      >
        <div className="viewer__print">
          {made ? <img className="picture__small" src={made.url} alt="" draggable={false} /> : null}
          {picture.url === undefined ? null : (
            <img
              className="picture__whole"
              src={picture.url}
              alt=""
              draggable={false}
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
                setNatural({ width, height })
              }
            />
          )}
          {picture.url === undefined ? <Loading isMaking={made === undefined} /> : null}
        </div>
      </div>
      <div className="viewer__tools" />
    </>
  );
}

/** Said when it takes a moment. */
function Loading({ isMaking }: { isMaking: boolean }) {
  return (
    <span className="picture__loading" role="status">
      <span className="spin" aria-hidden="true" />
      {isMaking ? 'Preparing the picture' : 'Fetching the full picture'}
    </span>
  );
}
