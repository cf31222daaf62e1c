import { oc } from '@orpc/contract';
import { z } from 'zod';
import { backupCodeList, twoStepSecret, twoStepState, typedCode } from '../records/two-step.ts';
import { anyCall, anyWrite, pickErrors } from './endpoint-errors.ts';

const weakens = [...anyWrite, 'session-needed', 'confirmation-needed'] as const;

export const twoStepApi = {
  get: oc
    .route({ method: 'GET', path: '/api/account/two-step', summary: 'Whether two-step login is on', tags: ['Access'] })
    .output(twoStepState)
    .errors(pickErrors(...anyCall, 'session-needed')),
  begin: oc
    .route({
      method: 'POST',
      path: '/api/account/two-step',
      successStatus: 201,
      summary: 'Make a secret for an authenticator app',
      description:
        'It counts from the first code on that `turnOn` was called with. One that was made before does not count any more.',
      tags: ['Access'],
    })
    .output(twoStepSecret)
    .errors(pickErrors(...weakens, 'two-step-is-on')),
  turnOn: oc
    .route({
      method: 'POST',
      path: '/api/account/two-step/on',
      summary: 'Turn on two-step login',
      description:
        'With a code of the app that has the secret. The backup codes are returned only once; each logs in once.',
      tags: ['Access'],
    })
    .input(z.strictObject({ code: typedCode }))
    .output(backupCodeList)
    .errors(pickErrors(...weakens, 'two-step-is-on', 'two-step-is-off', 'wrong-code', 'too-many-requests')),
  turnOff: oc
    .route({
      method: 'DELETE',
      path: '/api/account/two-step',
      successStatus: 204,
      summary: 'Turn off two-step login',
      tags: ['Access'],
    })
    .output(z.void())
    .errors(pickErrors(...weakens, 'two-step-is-off')),
  makeBackupCodes: oc
    .route({
      method: 'POST',
      path: '/api/account/two-step/backup-codes',
      successStatus: 201,
      summary: 'Make new backup codes',
      description: 'Those of before do not count any more. The codes are returned only once.',
      tags: ['Access'],
    })
    .output(backupCodeList)
    .errors(pickErrors(...weakens, 'two-step-is-off', 'too-many-requests')),
};
