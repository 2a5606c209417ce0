import { decode } from '../../../bot/src/store/rowCodec.ts';
import { blockerCards } from '../../../bot/src/store/kinds/blockers/blockerCards.ts';
import type { Values } from '../../../bot/src/store/tableStorePort.ts';
import type { WeekMessage } from './blockerWeekScriptAndOwedMessages.ts';

// Reads the records of messages about blockers, to count the messages whose result a write stores.

interface EndedMessage {
  readonly kind: WeekMessage;
  /** Member id of the blocked person. */
  readonly owner: string;
}

interface Numbered {
  readonly who: string;
  readonly number: number;
}

const maximumSends = 3;

const kindOf = ({ who, number }: Numbered, owner: string): WeekMessage => {
  if (number > 0) return who === owner ? 'handed-back' : 'card';
  if (number % 2 === 0) return 'escalation';
  return who === owner ? 'own-reminder' : 'reminder';
};

const endedIn = (values: Values | undefined): readonly Numbered[] => {
  if (values === undefined) return [];
  const { told, memberId, cards, reminders } = decode(blockerCards, values);
  const over = (reminders ?? []).filter(({ isOver }) => isOver);
  return [...(told > 0 ? [{ who: memberId, number: told }] : []), ...cards, ...over];
};

const sendsOf = (values: Values | undefined, { who, number }: Numbered): number => {
  if (values === undefined) return 0;
  const { pending, reminders } = decode(blockerCards, values);
  return (
    [...(pending ?? []), ...(reminders ?? [])].find((sent) => sent.who === who && sent.number === number)?.sends ?? 0
  );
};

/**
 * Returns the number of messages that have a result in `after` but not in `before`, and those of these messages that
 * were sent three times.
 */
export const endedMessages = (
  before: Values | undefined,
  after: Values,
): { readonly ended: number; readonly sentThreeTimes: readonly EndedMessage[] } => {
  const known = new Set(endedIn(before).map(({ who, number }) => `${who} ${number}`));
  const ended = endedIn(after).filter(({ who, number }) => !known.has(`${who} ${number}`));
  const owner = decode(blockerCards, after).memberId;
  const sentThreeTimes = ended
    .filter((message) => sendsOf(before, message) >= maximumSends)
    .map((message) => ({ kind: kindOf(message, owner), owner }));
  return { ended: ended.length, sentThreeTimes };
};
