/** Installs all programs of the system that the tests call. `npm test` does the same for the tests that it runs. */
import { projects } from '#tests/projects.ts';
import { providePrograms } from './provide-programs.ts';
import { programsFor } from './select-tests.ts';
import { run } from './terminal.mjs';

await run(() => providePrograms(...programsFor(projects, [])));
