import { lazy } from 'react';

/** The question about names that are taken, which is seldom asked: loaded when it is. */
export const TakenNames = lazy(async () => ({ default: (await import('./taken-names-dialog.tsx')).TakenNamesDialog }));
