import { Brand } from '#web/ui/brand/brand.tsx';
import * as icons from '#web/ui/icons/icons.tsx';
import { Row, Specimen } from './specimen.tsx';

const colours = `
  page sheet sunk print leaf line edge ink ink-2 ink-3 on-leaf on-leaf-2
  accent accent-deep on-accent accent-wash cloth on-cloth corner
  board board-deep kraft danger danger-fill on-danger danger-wash
  stage on-stage on-stage-2 scrim`
  .trim()
  .split(/\s+/);

const scale = ['64', '44', '32', '26', '20', '18', '16', '14', '13', '12'];
const shadows = ['print', 'lift', 'float'];
const radii = ['paper', 'control', 'float', 'round'];

export function Mark() {
  return (
    <Row>
      <span className="brand">
        <Brand />
      </span>
    </Row>
  );
}

export function Colours() {
  return (
    <Row>
      {colours.map((name) => (
        <Specimen of={name} key={name}>
          <i className="guide__swatch" style={{ background: `var(--${name})` }} />
        </Specimen>
      ))}
    </Row>
  );
}

export function Type() {
  return (
    <>
      {scale.map((size) => (
        <p key={size} style={{ font: `400 var(--t-${size}) var(${Number(size) >= 20 ? '--serif' : '--sans'})` }}>
          {size}: Memories and precious things, žluťoučký, Ærø
        </p>
      ))}
      <p dir="auto">Лето на озере · Καλοκαίρι · صيف على البحيرة · קיץ · 湖畔の夏 · 호숫가 · 👨‍👩‍👧‍👦</p>
      <p className="lead">A lead paragraph of the second ink.</p>
      <p className="meta">3 folders, 14 files, 338 MB</p>
      <p>
        A text with <span className="link">a link</span> in it.
      </p>
    </>
  );
}

export function Depth() {
  return (
    <Row>
      {shadows.map((name) => (
        <Specimen of={`shadow ${name}`} key={name}>
          <i className="guide__swatch" style={{ background: 'var(--sheet)', boxShadow: `var(--sh-${name})` }} />
        </Specimen>
      ))}
      {radii.map((name) => (
        <Specimen of={`radius ${name}`} key={name}>
          <i className="guide__swatch" style={{ background: 'var(--board)', borderRadius: `var(--r-${name})` }} />
        </Specimen>
      ))}
    </Row>
  );
}

export function Icons() {
  return (
    <Row>
      {Object.entries(icons).map(([name, Icon]) => (
        <Specimen of={name.replace('Icon', '')} key={name}>
          <Icon />
        </Specimen>
      ))}
    </Row>
  );
}
