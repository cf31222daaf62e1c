import './pdf-tools.css';
import { useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { Icon } from '#web/ui/icons/icon.tsx';
import { ArrowIcon, PlusIcon } from '#web/ui/icons/icons.tsx';
import { zoomIn, zoomOut } from './zoom.ts';

type PdfToolsProps = {
  page: number;
  pages: number;
  zoom: number;
  onGoTo: (page: number) => void;
  onZoom: (zoom: number) => void;
};

/** Which page is seen, and how large. */
export function PdfTools({ page, pages, zoom, onGoTo, onZoom }: PdfToolsProps) {
  return (
    <>
      <span className="pdf-tools__group">
        <Button
          variant="quiet"
          icon
          aria-label="Previous page"
          aria-disabled={page <= 1}
          onClick={() => onGoTo(page - 1)}
        >
          <ArrowIcon className="pdf-tools__up" />
        </Button>
        <PageField page={page} pages={pages} onGoTo={onGoTo} />
        <span className="num">{`of ${pages.toLocaleString('en')}`}</span>
        <Button
          variant="quiet"
          icon
          aria-label="Next page"
          aria-disabled={page >= pages}
          onClick={() => onGoTo(page + 1)}
        >
          <ArrowIcon />
        </Button>
      </span>
      <span className="pdf-tools__group">
        <Button
          variant="quiet"
          icon
          aria-label="Zoom out"
          aria-disabled={zoomOut(zoom) === zoom}
          onClick={() => onZoom(zoomOut(zoom))}
        >
          <Icon>
            <path d="M4 12h16" />
          </Icon>
        </Button>
        <Button variant="quiet" aria-label={`${zoomText(zoom)}, fit the width`} onClick={() => onZoom(1)}>
          <span className="pdf-tools__zoom">{zoomText(zoom)}</span>
        </Button>
        <Button
          variant="quiet"
          icon
          aria-label="Zoom in"
          aria-disabled={zoomIn(zoom) === zoom}
          onClick={() => onZoom(zoomIn(zoom))}
        >
          <PlusIcon />
        </Button>
      </span>
    </>
  );
}

function zoomText(zoom: number): string {
  return zoom === 1 ? 'Fit' : `${Math.round(zoom * 100)} %`;
}

/** The number of the page that is seen; another one that is typed is gone to. */
function PageField({ page, pages, onGoTo }: { page: number; pages: number; onGoTo: (page: number) => void }) {
  const [typed, setTyped] = useState<string>();
  const go = () => {
    const wanted = Number.parseInt(typed ?? '', 10);
    setTyped(undefined);
    if (Number.isFinite(wanted)) onGoTo(Math.min(Math.max(wanted, 1), pages));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <input
        className="pdf-tools__field"
        aria-label="Page"
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? String(page)}
        onChange={({ target }) => setTyped(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={go}
      />
    </form>
  );
}
