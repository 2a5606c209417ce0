import { instantsFor, memberIn } from '../../domain/runs/memberInstantsAndOwedAnswers.ts';
import { deliveryKey, snoozeIn } from '../../services/runs/readRunAndDayRows.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import { outbox } from '../../store/kinds/outbox/outboxRow.ts';
import type { MessageTo } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import type { Message } from './judgeRunMessage.ts';
import type { RunContext } from './readAndCacheRunContext.ts';

/**
 * True for a reminder whose prompt was moved by quiet hours and still waits in the outbox. Only the outbox row shows
 * this, because the member may have removed the quiet hours in the meantime. The row is read only if the prompt has no
 * delivery record.
 */
export const isPromptStillWaiting = async (
  { store }: Pick<JobDeps, 'store'>,
  { rows, runRef }: RunContext,
  { kind, round, who }: MessageTo & Pick<Message, 'round'>,
): Promise<boolean> => {
  if (kind !== 'reminder1' && kind !== 'reminder2') return false;
  const run = rows.run?.value;
  const member = run === undefined ? undefined : memberIn(run, who);
  const set = run === undefined || member === undefined ? undefined : instantsFor(run, member);
  if (set === undefined) return false;
  const snoozedUntil = snoozeIn(rows, who)?.until;
  const prompt = snoozedUntil === undefined ? 'prompt' : 'snoozedPrompt';
  const at = snoozedUntil ?? set.opensAt;
  const record = rows.deliveries.get(deliveryKey(who, prompt))?.value;
  if (record?.round === round && (record.dueAt ?? at) === at) return false;
  const waiting = (await outside(store).get(outbox, { ...runRef, at, kind: `${prompt}.${round}`, who }))?.value;
  return waiting?.movedTo != null && waiting.parkedReason === null;
};
