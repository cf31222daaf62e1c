import encode from 'qr';

/** The modules of white that a QR code needs round it (ISO/IEC 18004). */
const border = 4;

/** A text as a QR code. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const modules = encode(text, 'raw', { ecc: 'low', border });
  const dark = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={dark.join('')} />
    </svg>
  );
}
