import { exitCodes } from '#contract/command-line.ts';
import { OperatorError } from '#server/maintenance/operator-error.ts';
import { defineCommand } from '../shared/define-command.ts';
import { operator, withOwnPeople } from '../shared/own-people.ts';

export const admin = defineCommand({
  name: 'admin',
  arguments: '<address>',
  summary: 'makes somebody who has an account an administrator, also while the server runs',
  options: {},
  async run({ args: [email, ...more], output, now }) {
    if (email === undefined || more.length > 0)
      throw new OperatorError('admin takes the email address of an account.', exitCodes.usage);
    const person = await withOwnPeople({ now, output }, async ({ withAddress, change }) => {
      const { id } = await withAddress(email);
      return await change(operator, id, { role: 'administrator' });
    });
    output.result(person, () => `${person.email} is an administrator: People and server is in their profile.`);
    return exitCodes.ok;
  },
});
