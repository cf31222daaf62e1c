import type { Person } from '#tests/support/client/build-account.ts';
import { createRandom } from '#tests/support/fixtures/random.ts';
import { operations, pickKind } from '../operations/operations.ts';
import { emptyLedger, type Ledger } from './ledger.ts';
import type { Operation, Scene } from './scene.ts';

/** What a client was told: all that was acknowledged, and the operation that was not answered. */
export type Told = { ledger: Ledger; pending: Operation | undefined };

export type Client = Awaited<ReturnType<typeof createClient>>;

/** A tree of this size is pruned, so that all of it can be verified again and again. */
const largestTree = 40;

/**
 * Someone who does one operation after the other in a folder of their own and notes each acknowledgement. The seed
 * decides every choice.
 */
export async function createClient(
  person: Person,
  { seed, name, isAlone = false }: { seed: number; name: string; isAlone?: boolean },
) {
  const random = createRandom(seed);
  const { id } = await person.api.folders.create({ name, parentId: null });
  const top = { id, name };
  let told: Told = { ledger: emptyLedger, pending: undefined };
  let names = 0;
  let acknowledged = 0;

  return {
    person,
    top,
    told: () => told,
    acknowledged: () => acknowledged,
    /** What is found after a fault becomes what has to be true from now on. */
    settle(ledger: Ledger): void {
      told = { ledger: { ...ledger, undo: undefined }, pending: undefined };
    },
    /** Makes an operation of a kind; does others first while none is possible, or the tree is larger than that. */
    async prepare(kind: string, largest: number): Promise<Operation> {
      while (told.ledger.items.size > largest) await perform(make('trash') ?? next());
      for (let operation = make(kind); ; operation = make(kind)) {
        if (operation !== undefined) return operation;
        await perform(next());
      }
    },
    perform,
    performAgain,
    next,
  };

  /** Does an operation. Throws what sending throws; then it stays pending. */
  async function perform(operation: Operation): Promise<void> {
    told = { ledger: told.ledger, pending: operation };
    const made = await operation.send();
    told = { ledger: afterwards(operation, made), pending: undefined };
    acknowledged += 1;
  }

  /** Does what a client does that lost the answer to its operation. Throws what that throws; then it stays pending. */
  async function performAgain(): Promise<void> {
    const { pending } = told;
    if (pending === undefined) return;
    const made = await pending.again();
    told = { ledger: afterwards(pending, made), pending: undefined };
    acknowledged += 1;
  }

  /** Only the last operation is undone. */
  function afterwards(operation: Operation, made: string | undefined): Ledger {
    const ledger = operation.after(made);
    return ledger.undo === told.ledger.undo ? { ...ledger, undo: undefined } : ledger;
  }

  /** An operation at random. */
  function next(): Operation {
    for (;;) {
      const operation = make(told.ledger.items.size > largestTree ? 'trash' : pickKind(random));
      if (operation !== undefined) return operation;
    }
  }

  function make(kind: string): Operation | undefined {
    return operations[kind]?.make(scene());
  }

  function scene(): Scene {
    return { person, random, ledger: told.ledger, top, isAlone, newName: () => `${names++}` };
  }
}
