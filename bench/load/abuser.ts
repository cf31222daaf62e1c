/** Does abuses, named by its arguments, to a server until its parent ends or disconnects. */
import { abuses, beginAbuses } from '#tests/support/abuse/abuses.ts';

const [baseUrl = '', ...names] = process.argv.slice(2);
process.once('disconnect', () => process.exit());
await beginAbuses(
  { baseUrl },
  names.map((name) => abuses[name]).filter((abuse) => abuse !== undefined),
);
process.send?.('begun');
