/** What pdf.js needs for some PDFs, by the names it asks for: decoders of scans, two fonts, and encodings of Asian texts. */
export const pdfBinaries = new Map(
  Object.entries(
    import.meta.glob<string>(
      [
        '../../../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm',
        '../../../../../node_modules/pdfjs-dist/standard_fonts/Foxit{Dingbats,Symbol}.pfb',
        '../../../../../node_modules/pdfjs-dist/cmaps/*.bcmap',
      ],
      { query: '?url', import: 'default', eager: true },
    ),
  ).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]),
);
