/** Numbers of what is shown (specification, section 9); how names are cut is in `names.ts`. */

/** How long a toast that goes by itself stays, in milliseconds. */
export const toastDelayMs = 5000;
/** How long a toast takes to fade, in milliseconds. */
export const toastFadeMs = 300;
/** The widest a toast is, in CSS pixels. */
export const toastMaxWidthPx = 250;
