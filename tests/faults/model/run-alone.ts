import type { Person } from '#tests/support/client/build-account.ts';
import type { Random } from '#tests/support/fixtures/random.ts';
import { createAloneChoices } from './choose-alone.ts';
import type { Model } from './model.ts';
import type { Operation, Outcome } from './operation.ts';
import { send } from './send.ts';
import { isUnnamed } from './tree.ts';

/** What the answer does not tell. */
const unsaid: Operation['kind'][] = ['trash', 'remove', 'upload', 'undo'];

/** One client does one thing after the other, the model the same. Ends with the first difference, which it returns. */
export async function runAlone(
  person: Person,
  model: Model,
  { random, steps }: { random: Random; steps: number },
): Promise<string[]> {
  const choose = createAloneChoices(model, random);
  for (let taken = 0; taken < steps; ) {
    const operation = choose();
    if (operation === undefined) continue;
    taken += 1;
    const undone = operation.kind === 'undo' ? model.told(operation.operationId) : undefined;
    const told = undone === undefined ? '' : `, which had done ${JSON.stringify(undone)},`;
    const outcome = await send(person, operation, random.oneIn(3));
    const expected = follow(model, operation, outcome);
    if (!isSame(operation, outcome, expected))
      return [
        `${JSON.stringify(operation)}${told} came to ${JSON.stringify(outcome)}, expected: ${JSON.stringify(expected)}`,
      ];
  }
  return [];
}

function follow(model: Model, operation: Operation, outcome: Outcome): Outcome {
  if (outcome.is !== 'done') return model.apply(operation);
  const asked = model.ask(operation);
  if (asked.is === 'done' && isUnnamed(asked.id)) model.rename(asked.id, outcome.id);
  if (asked.is === 'done') learnParent(model, asked.parentId, outcome.parentId);
  return model.apply(operation, outcome.madeId ?? outcome.id, outcome.operationId);
}

/** What stays where it is may tell the id of the folder that it is in, which came by a copy. */
function learnParent(model: Model, asked: string | null, answered: string | null): void {
  if (asked === null || !isUnnamed(asked) || answered === null || model.nodes.get(answered) !== undefined) return;
  model.rename(asked, answered);
}

function isSame({ kind }: Operation, outcome: Outcome, expected: Outcome): boolean {
  // A link to what the file shows already is answered like any other.
  if (kind === 'link' && outcome.is === 'done' && expected.is === 'nothing') return expected.answer === 'same';
  if (outcome.is !== 'done' || expected.is !== 'done') return JSON.stringify(outcome) === JSON.stringify(expected);
  if (unsaid.includes(kind)) return kind === 'undo' || outcome.id === expected.id;
  const one = [outcome.id, outcome.name, outcome.parentId, outcome.version];
  return String(one) === String([expected.id, expected.name, expected.parentId, expected.version]);
}
