import { healthProblems, healthWarnings } from '../health.ts';
import { codeList, forAnyone, operation, text } from './openapi.ts';

/** Health checks and the API description. */
export const serverPaths = {
  '/healthz': { get: forAnyone(operation('Is the server alive?', 'Server', { 200: text('Alive') })) },
  '/readyz': {
    get: forAnyone({
      ...operation('Can the server handle requests?', 'Server', {
        200: text('`{ status: "ok" }`; `warnings` lists problems that do not interrupt service'),
        503: text('`{ status: "failing", problems: [{ code, message }] }`'),
      }),
      description: `Checks at most once a second by reading and durably writing where accounts and files are stored. Problems: ${codeList(healthProblems)}. Warnings: ${codeList(healthWarnings)}.`,
    }),
  },
  '/api/openapi.json': { get: forAnyone(operation('This description', 'Server', { 200: text('OpenAPI 3.1') })) },
  '/api/docs': { get: forAnyone(operation('This description as a page', 'Server', { 200: text('A page') })) },
};
