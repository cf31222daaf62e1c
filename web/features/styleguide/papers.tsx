import { NewFilePlace, NewFolderPlace } from '#web/ui/surfaces/new-places.tsx';
import '#web/ui/surfaces/tile.css';
import '#web/ui/surfaces/place.css';
import '#web/ui/surfaces/divider.css';
import lake from '#web/ui/pictures/lake.webp';
import { Row, Specimen } from './specimen.tsx';

export function Prints() {
  return (
    <Row>
      <Specimen of="print" className="guide__tile">
        <div className="print">
          <img src={lake} alt="" width="600" height="400" />
        </div>
      </Specimen>
      <Specimen of="print with corners: held" className="guide__tile">
        <div className="print mount">
          <img src={lake} alt="" width="600" height="400" />
        </div>
      </Specimen>
      <Specimen of="label">
        <span className="label">Summer a…</span>
      </Specimen>
      <Specimen of="cloth" className="cloth guide__tile">
        <p style={{ padding: 24 }}>The cover</p>
      </Specimen>
      <Specimen of="skeleton" className="guide__tile">
        <span className="skel" style={{ display: 'block', height: 80 }} />
      </Specimen>
    </Row>
  );
}

export function Tiles() {
  return (
    <Row>
      <Specimen of="New Folder" className="guide__tile">
        <button type="button" className="place" aria-label="New Folder">
          <NewFolderPlace />
        </button>
      </Specimen>
      <Specimen of="New File" className="guide__tile">
        <button type="button" className="place" aria-label="New File">
          <NewFilePlace />
        </button>
      </Specimen>
      <Box of="the current folder" here name="Summer a…" />
      <Box of="folder, rest" name="Letters" />
      <Box of="folder, hover" name="Letters" state="hover" />
      <Specimen of="picture" className="guide__tile tile">
        <span className="tile__stage">
          <span className="thing print" style={{ width: '100%' }}>
            <img src={lake} alt="" width="600" height="400" />
          </span>
        </span>
        <div className="tile__cap">
          <span className="tile__name">lake-mor…</span>
          <span className="meta">JPG 4.2 MB</span>
        </div>
      </Specimen>
    </Row>
  );
}

type BoxProps = { of: string; name: string; here?: boolean; state?: 'hover' };

function Box({ of, name, here, state }: BoxProps) {
  return (
    <Specimen of={of} className="guide__tile" state={state}>
      <div className="tile">
        <span className="tile__stage">
          <span className={here ? 'thing box box--current' : 'thing box'}>
            <span className="box__back" />
            <span className="box__front">
              <span className="label">{name}</span>
            </span>
          </span>
        </span>
      </div>
    </Specimen>
  );
}

export function Dividers() {
  return <hr className="divider" />;
}
