/** What of a document is shown. Beyond each of these the page says so and points to the download. */

/** A longer text is read and shown only so far, in bytes. */
export const maxTextBytes = 2_000_000;
/** A longer program is shown without colours, in characters. */
export const maxColouredCharacters = 500_000;
/** A longer Markdown is shown as it is written, in characters. */
export const maxMarkdownCharacters = 200_000;
/** A Markdown of more elements is shown as it is written. */
export const maxMarkdownElements = 20_000;
/** What is nested deeper in a Markdown is shown as it is written. */
export const maxMarkdownDepth = 24;
/** A longer table is read only so far, in bytes. */
export const maxTableBytes = 20_000_000;
/** Rows of a table below its head. */
export const maxTableRows = 100_000;
export const maxTableColumns = 200;
/** Cells of a table that are looked for, those of columns that are not shown included. */
export const maxTableCells = 4_000_000;
/** A longer cell is shown only so far in a table, in characters; its column ends long before. */
export const maxCellCharacters = 1000;
/** What a worker may take to read a document, in milliseconds: then it is ended, and the text is shown as it is written. */
export const maxWorkMs = 10_000;
/** What drawing a page of a PDF may take, in milliseconds: then it is given up. */
export const maxDrawMs = 20_000;
/** Pixels of a drawn page; one that would have more is drawn coarser. */
export const maxPagePixels = 16_000_000;
/** Pixels of a picture in a PDF; a larger one is left out. */
export const maxPdfPicturePixels = 100_000_000;
