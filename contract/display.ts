/** Numbers of the interface (specification, section 9); how names are shortened is in `names.ts`. */

/** How long a toast that closes by itself stays visible, in milliseconds. */
export const toastDelayMs = 5000;
/** How long a toast takes to fade, in milliseconds. */
export const toastFadeMs = 300;
/** The maximum width of a toast, in CSS pixels. */
export const toastMaxWidthPx = 250;

/** A larger picture is compared by its thumbnail, in bytes. */
export const maxComparedPictureBytes = 50_000_000;
/** Longer texts are not compared, in bytes. */
export const maxComparedTextBytes = 500_000;
