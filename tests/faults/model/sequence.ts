import type { Model } from './model.ts';
import type { Operation, Outcome } from './operation.ts';
import { type Sent, tell, textOf } from './sent.ts';
import { isUnnamed } from './tree.ts';

type Change = { revision: number; entryId: string; onTheirWay: Set<Sent> };

/** How one emptying of Trash goes: its changes are of things that nobody can name before. */
export type Emptying = {
  /** No change that it made is later than this revision. */
  overAt: number;
  answeredAt: number;
};

/** What was removed for good keeps its bytes until the removal is answered: a link to them finds them still, or not. */
type Leaving = { contents: Set<string>; removals: { answeredAt: number }[] };

/**
 * Does on the model what the clients did on the server, in the order of the account's revisions. A change belongs to an
 * operation that was on its way when it was heard. An operation that changed nothing has to be right at some moment
 * between its sending and its answer.
 */
export function createSequence(model: Model) {
  const changes: Change[] = [];
  const onTheirWay = new Set<Sent>();
  /** Answered, and not yet found among the changes. */
  const done = new Map<string, Sent[]>();
  const unchanged = new Set<Sent>();
  const emptyings = new Set<Emptying>();
  const leaving: Leaving[] = [];
  const differences: string[] = [];
  let steps = 0;
  let heard = 0;
  let reached = 0;
  let isPaused = false;
  /** The folder that something was just moved out of: it changes with it, at the next revision. */
  let left: string | undefined;

  return {
    differences,
    /** The model is as the account was at this revision. */
    reached: () => reached,
    /** The newest revision that was heard of. */
    heard: () => heard,

    sending(operation: Operation): Sent {
      steps += 1;
      const later = Number.POSITIVE_INFINITY;
      const sent: Sent = {
        operation,
        possible: new Set(),
        outcome: undefined,
        until: later,
        sentAt: steps,
        answeredAt: later,
      };
      note(sent);
      onTheirWay.add(sent);
      return sent;
    },

    /** The answer came. `until` is a revision that was reached after it. */
    answered(sent: Sent, outcome: Outcome, until: number): void {
      onTheirWay.delete(sent);
      steps += 1;
      sent.answeredAt = steps;
      sent.outcome = outcome;
      sent.until = until;
      if (outcome.is === 'done') done.set(outcome.id, [...(done.get(outcome.id) ?? []), sent]);
      // A link to what the file shows already is answered like any other.
      if (outcome.is !== 'done' || sent.operation.kind === 'link') unchanged.add(sent);
      goOn();
    },

    emptying(): Emptying {
      const later = Number.POSITIVE_INFINITY;
      const emptying = { overAt: later, answeredAt: later };
      emptyings.add(emptying);
      return emptying;
    },

    /** Trash was emptied. `overAt` is a revision that was reached after it. */
    emptied(emptying: Emptying, overAt: number): void {
      steps += 1;
      Object.assign(emptying, { overAt, answeredAt: steps });
      goOn();
    },

    /** From now on one client does one thing after the other, on the model too. */
    pause(): void {
      isPaused = true;
    },

    /** The model has done everything up to this revision. */
    goOnFrom(revision: number): void {
      isPaused = false;
      reached = revision;
    },

    changed({ revision, entryId }: { revision: number; entryId: string }): void {
      heard = revision;
      if (isPaused || revision <= reached) return;
      changes.push({ revision, entryId, onTheirWay: new Set(onTheirWay) });
      goOn();
    },
  };

  function goOn(): void {
    for (let next = changes[0]; next !== undefined && isAnswered(next) && differences.length === 0; next = changes[0]) {
      changes.shift();
      follow(next);
      reached = next.revision;
      for (const sent of [...onTheirWay, ...unchanged]) note(sent);
      settleUnchanged();
      for (const emptying of emptyings) if (emptying.overAt <= reached) emptyings.delete(emptying);
    }
    settleUnchanged();
  }

  function isAnswered(change: Change): boolean {
    return [...change.onTheirWay].every(({ outcome }) => outcome !== undefined);
  }

  function follow({ revision, entryId }: Change): void {
    if (left !== undefined) {
      if (left !== entryId) differences.push(`revision ${revision} changed ${entryId}, expected: ${left}`);
      left = undefined;
      return;
    }
    const candidates = done.get(entryId) ?? [];
    // Mostly there is one. An upload over a name may meet what happens to the file of that name: then the order is the
    // one in which both are right.
    const right = candidates.filter((one) => isNext(one, candidates) && agrees(one, entryId));
    const sent = right.find((one) => leavesRight(one, candidates, entryId)) ?? right[0] ?? candidates[0];
    if (sent === undefined) {
      const isEmptied =
        emptyings.size > 0 &&
        watchLeaving([...emptyings], () => model.apply({ kind: 'remove', id: entryId })).is === 'done';
      if (!isEmptied) differences.push(`revision ${revision} changed ${entryId}, and nobody did it`);
      return;
    }
    forget(sent, entryId);
    if (right.includes(sent)) {
      const from = model.nodes.get(entryId)?.parentId;
      apply(sent, entryId);
      const isMoved = sent.operation.kind === 'update' && model.nodes.get(entryId)?.parentId !== from;
      left = isMoved ? (from ?? undefined) : undefined;
    } else differences.push(tell(sent, [JSON.stringify(model.ask(sent.operation))]));
  }

  function apply(sent: Sent, entryId: string): void {
    const operation = asDone(sent);
    const operationId = sent.outcome?.is === 'done' ? sent.outcome.operationId : null;
    const expected = model.ask(operation);
    if (expected.is === 'done' && isUnnamed(expected.id)) model.rename(expected.id, entryId);
    if (operation.kind === 'remove') watchLeaving([sent], () => model.apply(operation, entryId));
    else model.apply(operation, entryId, operationId);
  }

  function watchLeaving(removals: { answeredAt: number }[], remove: () => Outcome): Outcome {
    const before = model.contents();
    const outcome = remove();
    const after = model.contents();
    leaving.push({ contents: new Set([...before].filter((content) => !after.has(content))), removals });
    return outcome;
  }

  /** What an operation comes to now, and what if it finds bytes that are about to go. */
  function note(sent: Sent): void {
    for (const operation of [sent.operation, withLeaving(sent)]) sent.possible.add(textOf(model.ask(operation)));
  }

  function asDone(sent: Sent): Operation {
    return sent.outcome?.is === 'done' ? withLeaving(sent) : sent.operation;
  }

  /** A link that found bytes which were about to go is like an upload of them. */
  function withLeaving({ operation, sentAt }: Sent): Operation {
    if (operation.kind !== 'link') return operation;
    const { content } = operation;
    if (model.contents().has(content)) return operation;
    const mayBeThere = leaving.some(
      ({ contents, removals }) => contents.has(content) && removals.some(({ answeredAt }) => answeredAt >= sentAt),
    );
    return mayBeThere ? { ...operation, kind: 'upload' } : operation;
  }

  /** Nothing that was answered before this was sent is still to be done; a link may have done nothing. */
  function isNext(sent: Sent, all: readonly Sent[]): boolean {
    return all.every(({ operation, answeredAt }) => operation.kind === 'link' || answeredAt >= sent.sentAt);
  }

  function leavesRight(sent: Sent, all: readonly Sent[], entryId: string): boolean {
    return model.nodes.tried(() => {
      apply(sent, entryId);
      return all.every((other) => other === sent || agrees(other, entryId));
    });
  }

  /** Whether an operation on the model as it is now comes to what the server answered, with this entry. */
  function agrees(sent: Sent, entryId: string): boolean {
    const { outcome } = sent;
    const operation = asDone(sent);
    const expected = model.ask(operation);
    if (outcome?.is !== 'done' || expected.is !== 'done') return false;
    const isNew = model.nodes.get(entryId) === undefined;
    if (isNew ? expected.id !== 'made' && !isUnnamed(expected.id) : expected.id !== entryId) return false;
    // The answer tells no more than that it was done.
    if (operation.kind === 'trash' || operation.kind === 'remove' || operation.kind === 'upload') return true;
    const { name, parentId, version } = outcome;
    return expected.name === name && expected.parentId === parentId && expected.version === version;
  }

  function settleUnchanged(): void {
    for (const sent of unchanged) {
      if (sent.until > reached) continue;
      if (sent.outcome?.is === 'done') forget(sent, sent.outcome.id);
      unchanged.delete(sent);
      if (!isPossible(sent)) differences.push(tell(sent, [...sent.possible]));
    }
  }

  function forget(sent: Sent, entryId: string): void {
    unchanged.delete(sent);
    const others = (done.get(entryId) ?? []).filter((one) => one !== sent);
    if (others.length === 0) done.delete(entryId);
    else done.set(entryId, others);
  }

  function isPossible({ outcome, possible }: Sent): boolean {
    if (outcome === undefined) return false;
    if (outcome.is === 'done') return possible.has('nothing, same');
    // The upload went with its folder.
    if (outcome.is === 'refused' && outcome.code === 'upload-not-found')
      return possible.has('refused folder-not-found');
    return possible.has(textOf(outcome));
  }
}
