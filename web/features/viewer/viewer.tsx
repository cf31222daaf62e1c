import './viewer.css';
import { type ReactNode, useRef, useState } from 'react';
import { visibleName } from '#contract/names/names.ts';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CloseIcon } from '#web/ui/icons/icons.tsx';
import { Tooltips } from '#web/ui/overlays/tooltips.tsx';
import { FilmStrip } from './film-strip.tsx';
import { announcement, shownAs } from './kinds/shown-as.ts';
import { frameOf } from './photo/use-gestures.ts';
import { fit, step, type Zoom, zoomedBy } from './photo/zoom.ts';
import { AwayContext } from './said/away.ts';
import { StepButton } from './step-button.tsx';
import { useModal, useNeighbours, useTitle } from './use-stage.ts';
import { type ViewerActions, ViewerActionsBar } from './viewer-actions.tsx';
import { ViewerContent } from './viewer-content.tsx';
import { ViewerHead } from './viewer-head.tsx';
import { onViewerKey } from './viewer-keys.ts';

export type ViewerProps = {
  /** What can be stepped through, and which of it is shown. */
  files: readonly StoredFile[];
  at: number;
  offline: boolean;
  onStep: (id: string) => void;
  onClose: () => void;
  actions: ViewerActions;
  /** A file, small enough for the strip. */
  thumbnail: (file: StoredFile) => ReactNode;
  details: (file: StoredFile) => ReactNode;
};

/** One file after the other over the whole page, on a stage that is always dark (WAI-ARIA: a modal dialog). */
export function Viewer({ files, at, offline, onStep, onClose, actions, thumbnail, details }: ViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const screen = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLElement>(null);
  const [zooms, setZooms] = useState<{ of: string; zoom: Zoom }>();
  const [hasDetails, setHasDetails] = useState(false);
  const file = files[at] as StoredFile;
  const shown = shownAs(file);
  const zoom = zooms?.of === file.id ? zooms.zoom : fit;
  const setZoom = (next: Zoom) => setZooms({ of: file.id, zoom: next });
  const neighbour = (by: 1 | -1) => files[at + by];
  const go = (by: 1 | -1) => {
    const next = neighbour(by);
    if (next) onStep(next.id);
  };
  const zoomStep = (factor: number) => {
    const frame = frameOf(stage.current?.querySelector('.picture') ?? null);
    if (frame) setZoom(zoomedBy(factor, zoom, { x: 0, y: 0 }, frame));
  };
  const toTrash = () => {
    const next = neighbour(1) ?? neighbour(-1);
    // Without the last one the viewer is closed by its page.
    if (next) onStep(next.id);
    actions.moveToTrash(file);
  };
  // All that is in the dialog, since itself it cannot fill the screen. Where the browser refuses, the window stays as it is.
  const fullScreen = () => {
    const change = document.fullscreenElement ? document.exitFullscreen() : screen.current?.requestFullscreen();
    change?.catch(() => {});
  };
  const toggleDetails = () => setHasDetails(!hasDetails);

  useModal({ dialog, screen, stage });
  useTitle(visibleName(file.name));
  useNeighbours([neighbour(1), neighbour(-1), files[at + 2]]);
  const download = () => actions.download(file);
  const content = { file, onDownload: download, onUnpack: actions.unpacking(file) };

  return (
    <dialog
      className="viewer"
      ref={dialog}
      data-page
      aria-label={`${visibleName(file.name)}, viewer`}
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === dialog.current) onClose();
      }}
      onKeyDown={(event) =>
        onViewerKey(event, {
          go,
          zoomIn: () => zoomStep(step),
          zoomOut: () => zoomStep(1 / step),
          fit: () => setZoom(fit),
          fullScreen,
          toggleDetails,
          toTrash: offline ? undefined : toTrash,
        })
      }
    >
      <div className={hasDetails ? 'viewer__screen viewer__screen--details' : 'viewer__screen'} ref={screen}>
        <section className="viewer__stage" ref={stage} tabIndex={-1} aria-label="File">
          <ViewerHead
            file={file}
            place={{ at, count: files.length }}
            zoom={shown === 'picture' ? zoom.scale : undefined}
            onZoom={(way) => (way === 'fit' ? setZoom(fit) : zoomStep(way === 'in' ? step : 1 / step))}
            onClose={onClose}
          >
            <ViewerActionsBar {...{ file, actions, offline, hasDetails, toggleDetails, toTrash }} />
          </ViewerHead>
          <AwayContext value={offline}>
            <ViewerContent
              key={`${file.id} ${file.version}`}
              {...{ ...content, shown, zoom, onZoom: setZoom, onSwipe: go }}
            />
          </AwayContext>
          <StepButton way="Previous" to={neighbour(-1)} onStep={onStep} />
          <StepButton way="Next" to={neighbour(1)} onStep={onStep} />
          <FilmStrip files={files} at={at} thumbnail={thumbnail} onStep={onStep} />
          <p className="sr-only" role="status">
            {announcement(visibleName(file.name), shown, at, files.length)}
          </p>
        </section>
        {hasDetails ? (
          <aside className="viewer__panel" aria-label="Details">
            <header>
              <h2>Details</h2>
              <Button variant="quiet" icon aria-label="Close the details" onClick={toggleDetails}>
                <CloseIcon />
              </Button>
            </header>
            {details(file)}
          </aside>
        ) : null}
        <Tooltips />
      </div>
    </dialog>
  );
}
