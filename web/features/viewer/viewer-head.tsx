import type { ReactNode } from 'react';
import { visibleName } from '#contract/names/names.ts';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CloseIcon } from '#web/ui/icons/icons.tsx';
import { ZoomInIcon, ZoomOutIcon } from '#web/ui/icons/viewer-icons.tsx';
import { placeText } from './kinds/shown-as.ts';
import { maxScale } from './photo/zoom.ts';

type ViewerHeadProps = {
  file: StoredFile;
  place: { at: number; count: number };
  /** How far a picture is magnified; undefined for what cannot be. */
  zoom: number | undefined;
  onZoom: (way: 'in' | 'out' | 'fit') => void;
  onClose: () => void;
  children: ReactNode;
};

/** Which file is shown, and what can be done with it. */
export function ViewerHead({ file, place, zoom, onZoom, onClose, children }: ViewerHeadProps) {
  return (
    <header className="viewer__head">
      <Button variant="quiet" icon aria-label="Close" data-tooltip="Close (Esc)" onClick={onClose}>
        <CloseIcon />
      </Button>
      <div className="viewer__name">
        <h1 dir="auto">{visibleName(file.name)}</h1>
        <span>{placeText(place.at, place.count)}</span>
      </div>
      {zoom === undefined ? null : (
        <div className="viewer__zoom" role="group" aria-label="Zoom">
          <Button
            variant="quiet"
            icon
            aria-label="Zoom out"
            data-tooltip="Zoom out (−)"
            aria-disabled={zoom <= 1}
            onClick={() => onZoom('out')}
          >
            <ZoomOutIcon />
          </Button>
          <button
            type="button"
            className="viewer__fit"
            aria-label={zoom === 1 ? 'Fit the screen' : `${percent(zoom)}, fit the screen`}
            data-tooltip="Fit the screen (0)"
            aria-disabled={zoom === 1}
            onClick={() => onZoom('fit')}
          >
            {zoom === 1 ? 'Fit' : percent(zoom)}
          </button>
          <Button
            variant="quiet"
            icon
            aria-label="Zoom in"
            data-tooltip="Zoom in (+)"
            aria-disabled={zoom >= maxScale}
            onClick={() => onZoom('in')}
          >
            <ZoomInIcon />
          </Button>
        </div>
      )}
      {children}
    </header>
  );
}

/** Of the size in which it fits. */
function percent(zoom: number): string {
  return `${Math.round(zoom * 100)} %`;
}
