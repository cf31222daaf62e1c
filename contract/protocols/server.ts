import { healthProblems, healthWarnings } from '../health.ts';
import { codeList, operation, text } from './openapi.ts';

/** Whether the server is well, and what it can do. */
export const serverPaths = {
  '/healthz': { get: operation('Is the server alive?', 'Server', { 200: text('Alive') }) },
  '/readyz': {
    get: {
      ...operation('Can the server do its work?', 'Server', {
        200: text('`{ status: "ok" }`; `warnings` names what is wrong while everything goes on'),
        503: text('`{ status: "failing", problems: [{ code, message }] }`'),
      }),
      description: `Looks at most once a second: reads, and writes durably, where accounts and files are kept. Problems: ${codeList(healthProblems)}. Warnings: ${codeList(healthWarnings)}.`,
    },
  },
  '/api/openapi.json': { get: operation('This description', 'Server', { 200: text('OpenAPI 3.1') }) },
  '/api/docs': { get: operation('This description as a page', 'Server', { 200: text('A page') }) },
};
