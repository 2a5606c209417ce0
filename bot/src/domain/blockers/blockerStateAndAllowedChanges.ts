import type { BlockerAction, BlockerStateName } from '#contracts/blockers/blockerStatesAndActions.ts';
import type { Instant, LocalDate, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { blockerMoments } from '../answers/blockerStateFromAnswers.ts';
import type { BlockerMoments, BlockerState } from '../answers/blockerStateFromAnswers.ts';

// Changes that people make to a blocker: naming the needed member, acknowledging, handing back, resolving and
// reopening. The field `life` stores these changes, beside the state that follows from the answers.

export interface BlockerLife {
  /**
   * First date of the blocker to which this `life` belongs. An open blocker with another first date has no `life` yet.
   */
  readonly since: LocalDate;
  readonly state: BlockerStateName;
  /** Text of a resolved blocker. The text of an open blocker is in the blocker's own `text`. */
  readonly text: string;
  readonly changedAt: Instant;
  /** The member who made the last change; null if the person is not a member or was erased. */
  readonly changedBy: MemberId | null;
  readonly neededId: MemberId | null;
  /**
   * Sequence number of the last time at which a needed member was named, counted over all blockers of the row; 0 = no
   * member was named for this blocker.
   */
  readonly needs: number;
  /**
   * Sequence number of the last hand-back, counted over all blockers of the row; 0 = this blocker was not handed back.
   */
  readonly backs: number;
  /** Note of the needed member who handed the blocker back; null without a note. */
  readonly note: string | null;
  readonly noteBy: MemberId | null;
}

/**
 * Sequence numbers of the last naming of a needed member and of the last hand-back, counted over all blockers of the
 * row. One message is sent for each number.
 */
export interface BlockerNumbers {
  readonly needs: number;
  readonly backs: number;
}

/** Dates of an earlier blocker of the member. */
export interface PastBlocker {
  readonly since: LocalDate;
  /** Instant of the end; null if an earlier version resolved the blocker without storing the instant. */
  readonly closedAt: Instant | null;
}

/** Earlier blockers of the member in the report, as far as they are known. */
export interface PastBlockers {
  /** First date from which all blockers are known. Null = all blockers of the member are known. */
  readonly from: LocalDate | null;
  readonly ended: readonly PastBlocker[];
}

export interface TrackedBlocker extends BlockerState, BlockerMoments {
  readonly life?: BlockerLife | null | undefined;
  readonly numbers?: BlockerNumbers | null | undefined;
  readonly past?: PastBlockers | null | undefined;
}

export interface ChangeBy {
  readonly memberId: MemberId | null;
  readonly at: Instant;
}

/**
 * Returns the `life` (stored changes by people) that belongs to the blocker; undefined if there is none. An older
 * version of the product may have opened a new blocker without changing `life`, so the `life` of an open blocker is
 * valid only if both have the same first date.
 */
export const lifeOf = ({
  life,
  isOpen,
  since,
}: Pick<TrackedBlocker, 'life' | 'isOpen' | 'since'>): BlockerLife | undefined =>
  life == null || (isOpen && life.since !== since) ? undefined : life;

/**
 * True if the member reported a blocker at least once. A member who never reported a blocker can also have a row, but
 * that row has neither `life` nor `openedAt`.
 */
export const wasReported = (blocker: TrackedBlocker): boolean =>
  blocker.isOpen || blocker.openedAt !== null || lifeOf(blocker) !== undefined;

/** True for a member who has left the team or is disabled, and so cannot work on a blocker. */
export type IsFormerMember = (memberId: MemberId) => boolean;

/**
 * Returns an acknowledged blocker as open again if the member who acknowledged it, or the needed member, has left or is
 * disabled. The row keeps both ids, so that the page still names them.
 */
export const withoutGoneHelp = <B extends TrackedBlocker>(blocker: B, isGone: IsFormerMember): B => {
  const life = lifeOf(blocker);
  if (life?.state !== 'ACKNOWLEDGED') return blocker;
  const hasGone = [life.neededId, life.changedBy].some((memberId) => memberId !== null && isGone(memberId));
  return hasGone ? { ...blocker, life: { ...life, state: 'OPEN' } } : blocker;
};

export const stateOfBlocker = (blocker: TrackedBlocker): BlockerStateName => {
  if (!blocker.isOpen) return 'RESOLVED';
  const state = lifeOf(blocker)?.state ?? 'OPEN';
  // If an older version of the product stored the answer, the blocker can be open although its `life` is still
  // RESOLVED.
  return state === 'RESOLVED' ? 'REOPENED' : state;
};

/**
 * First date of the open or last resolved blocker. Answers after the end change `since` of the row, but not `since` of
 * its `life`.
 */
export const sinceOf = (blocker: Pick<TrackedBlocker, 'life' | 'isOpen' | 'since'>): LocalDate =>
  lifeOf(blocker)?.since ?? blocker.since;

export const textOfBlocker = (blocker: TrackedBlocker): string =>
  blocker.isOpen ? blocker.text : (lifeOf(blocker)?.text ?? '');

const begin = (since: LocalDate, { memberId, at }: ChangeBy): BlockerLife => ({
  ...{ since, state: 'OPEN', text: '', changedAt: at, changedBy: memberId },
  ...{ neededId: null, needs: 0, backs: 0, note: null, noteBy: null },
});

const changed = (life: BlockerLife, state: BlockerStateName, { memberId, at }: ChangeBy): BlockerLife => ({
  ...life,
  state,
  changedAt: at,
  changedBy: memberId,
});

/** Returns the `life` after an answer changed the blocker from `before` to `next`; null = the blocker has no `life`. */
export const lifeAfterAnswer = (
  before: TrackedBlocker | undefined,
  next: BlockerState,
  by: ChangeBy,
): BlockerLife | null => {
  if (before === undefined) return null;
  const life = lifeOf(before);
  if (!next.isOpen) {
    if (!before.isOpen) return life ?? null;
    return { ...changed(life ?? begin(before.since, by), 'RESOLVED', by), text: before.text };
  }
  if (life === undefined || life.since !== next.since) return null;
  return before.isOpen ? life : { ...changed(life, 'REOPENED', by), text: '' };
};

export type BlockerChange =
  | { readonly action: 'ACKNOWLEDGE' | 'RESOLVE' | 'REOPEN' }
  | { readonly action: 'HAND_BACK'; readonly note: string | null }
  | { readonly action: 'NEED'; readonly neededId: MemberId | null };

/**
 * Result of a change. UNCHANGED: the blocker already is in the requested state. ENDED: the change needs an open
 * blocker.
 */
export type ChangeResult =
  | { readonly is: 'CHANGED'; readonly next: TrackedBlocker }
  | { readonly is: 'UNCHANGED' }
  | { readonly is: 'ENDED' };

const unchanged: ChangeResult = { is: 'UNCHANGED' };

const reopened = (blocker: TrackedBlocker, life: BlockerLife, by: ChangeBy): TrackedBlocker => ({
  ...blocker,
  isOpen: true,
  since: life.since,
  text: life.text,
  ...{ openedAt: blocker.openedAt, closedAt: null },
  life: { ...changed(life, 'REOPENED', by), text: '' },
});

const changedOpen = (
  life: BlockerLife,
  change: BlockerChange,
  by: ChangeBy,
  numbers: BlockerNumbers,
): BlockerLife | undefined => {
  switch (change.action) {
    case 'ACKNOWLEDGE':
      return life.state === 'ACKNOWLEDGED' ? undefined : changed(life, 'ACKNOWLEDGED', by);
    case 'HAND_BACK':
      return {
        ...changed(life, 'OPEN', by),
        ...{ neededId: null, backs: numbers.backs + 1, note: change.note, noteBy: by.memberId },
      };
    case 'NEED':
      return change.neededId === life.neededId
        ? undefined
        : {
            ...changed(life, 'OPEN', by),
            ...{ neededId: change.neededId, needs: change.neededId === null ? life.needs : numbers.needs + 1 },
            ...{ note: null, noteBy: null },
          };
    case 'RESOLVE':
    case 'REOPEN':
      return undefined;
  }
};

/**
 * Returns the blocker after a person's change. A repeated change is UNCHANGED, so that pressing a button twice has no
 * effect. HAND_BACK is an exception, but after it the person is no longer needed and so may not repeat it.
 */
export const changeBlocker = (blocker: TrackedBlocker, change: BlockerChange, by: ChangeBy): ChangeResult => {
  const life = lifeOf(blocker) ?? begin(blocker.since, by);
  const { action } = change;
  if (!blocker.isOpen) {
    if (action === 'RESOLVE') return unchanged;
    return action === 'REOPEN' ? { is: 'CHANGED', next: reopened(blocker, life, by) } : { is: 'ENDED' };
  }
  if (action === 'RESOLVE') {
    const moments = blockerMoments(blocker, false, by.at);
    const ended = { ...changed(life, 'RESOLVED', by), text: blocker.text };
    return { is: 'CHANGED', next: { ...blocker, isOpen: false, text: '', ...moments, life: ended } };
  }
  const state = stateOfBlocker(blocker);
  const numbers = blocker.numbers ?? { needs: 0, backs: 0 };
  const next = changedOpen({ ...life, state }, change, by, numbers);
  if (next === undefined) return unchanged;
  const counted = { needs: Math.max(numbers.needs, next.needs), backs: Math.max(numbers.backs, next.backs) };
  return { is: 'CHANGED', next: { ...blocker, life: next, numbers: counted } };
};

/** The relation of a person to a blocker. The relation determines which changes the person may make. */
export interface BlockerRelation {
  /** True for the member who is blocked. */
  readonly isOwner: boolean;
  readonly isNeeded: boolean;
  readonly isAdmin: boolean;
}

const allows: Readonly<Record<BlockerAction, (relation: BlockerRelation) => boolean>> = {
  ACKNOWLEDGE: ({ isNeeded, isAdmin }) => isNeeded || isAdmin,
  RESOLVE: ({ isOwner, isNeeded, isAdmin }) => isOwner || isNeeded || isAdmin,
  REOPEN: ({ isOwner, isNeeded, isAdmin }) => isOwner || isNeeded || isAdmin,
  HAND_BACK: ({ isNeeded }) => isNeeded,
  NEED: ({ isOwner, isAdmin }) => isOwner || isAdmin,
};

export const isAllowed = (action: BlockerAction, relation: BlockerRelation): boolean => allows[action](relation);

const possible: Readonly<Record<BlockerStateName, readonly BlockerAction[]>> = {
  OPEN: ['ACKNOWLEDGE', 'RESOLVE', 'HAND_BACK', 'NEED'],
  REOPENED: ['ACKNOWLEDGE', 'RESOLVE', 'HAND_BACK', 'NEED'],
  ACKNOWLEDGED: ['RESOLVE', 'HAND_BACK', 'NEED'],
  RESOLVED: ['REOPEN'],
};

/** Returns the changes that the person may make and that are possible in the state. */
export const actionsFor = (state: BlockerStateName, relation: BlockerRelation): BlockerAction[] =>
  possible[state].filter((action) => isAllowed(action, relation));

export const relationTo = (
  blocker: TrackedBlocker,
  ownerId: MemberId,
  who: { readonly memberId: MemberId | null; readonly isAdmin: boolean },
): BlockerRelation => ({
  isOwner: who.memberId === ownerId,
  isNeeded: who.memberId !== null && lifeOf(blocker)?.neededId === who.memberId,
  isAdmin: who.isAdmin,
});
