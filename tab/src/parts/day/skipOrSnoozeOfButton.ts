import type { choiceInput, SnoozeLength } from '#contracts/answers/skipAndSnoozeCalls.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Choice } from '../../api/answers/useSkipOrSnooze.ts';
import type { CardAction } from '../../ui/display/AdaptiveCardView.tsx';

// Imports only types of the contract, because its values would add its schemas to the bundle.
const names: typeof choiceInput = { reason: 'skipReason', length: 'length' };
const lengths: readonly SnoozeLength[] = ['HALF_HOUR', 'HOUR', 'AFTER_LUNCH'];

/** Returns the skip or the snooze that a pressed button of a card requests; undefined for any other button. */
export const skipOrSnoozeOfButton = (
  run: { readonly meetingId: string; readonly date: LocalDate },
  { verb, inputs, data }: CardAction,
): Choice | undefined => {
  if (verb === 'skip') {
    const reason = inputs[names.reason];
    return { kind: 'SKIP', input: { ...run, ...(reason === undefined ? {} : { reason }) } };
  }
  const length = lengths.find((known) => known === data[names.length]);
  return verb === 'snooze' && length !== undefined ? { kind: 'SNOOZE', input: { ...run, length } } : undefined;
};
