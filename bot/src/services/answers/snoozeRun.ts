import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import type { SnoozeLength, snoozeRun as snoozeRunCall } from '#contracts/answers/skipAndSnoozeCalls.ts';
import { isSamePress, snoozeEnd } from '../../domain/runs/snoozeRules.ts';
import { lastSendInstant } from '../../domain/runs/lastSendInstants.ts';
import { msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { skip as skipKind, snooze as snoozeKind } from '../../store/kinds/answers/skipAndSnooze.ts';
import type { Actor } from '../core/actor.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { newMessage } from '../runs/buildRunMessages.ts';
import { writeOutbox } from '../runs/writeOutboxAndDueRows.ts';
import type { OutboxRow } from '../runs/outboxRowAndRunRef.ts';
import type { Snooze } from '../runs/readRunAndDayRows.ts';
import { snoozedCard } from './buildMemberRunCards.ts';
import { isAheadNow } from './answerTargetAndAcceptance.ts';
import { findOwedRun } from './requireOwedRun.ts';
import type { OwedRun } from './requireOwedRun.ts';
import { answeringOf, readerOf } from './saveAnswerAndShowCard.ts';
import type { AnswerDeps, Answering } from './saveAnswerAndShowCard.ts';

// Stores that a member wants the prompt again later (a snooze), and queues that prompt.

const snoozedPrompt = (target: OwedRun, until: Instant): OutboxRow => {
  const notAfter = toInstant(lastSendInstant('prompt', msOf(until), msOf(target.instants.closesAt)));
  return newMessage(target, `snoozedPrompt.${target.run.round}`, target.memberId, { at: until, notAfter });
};

/**
 * Writes the snooze. The prompt is queued first, so that a crash cannot lose it; a prompt without a matching snooze is
 * never sent. If the member snoozes again, the new snooze replaces the old one, and the earlier prompt is not sent.
 */
const writeSnooze = (deps: AnswerDeps, target: OwedRun, until: Instant, length: SnoozeLength): Promise<Snooze> => {
  const { orgId, meetingId, memberId, date, run } = target;
  const { round } = run;
  const records = inOrg(deps.store, orgId);
  return retryOnConflict(async () => {
    const now = deps.clock.now();
    const stored = await records.get(snoozeKind, target);
    if (stored !== undefined && isSamePress(stored.value, { round, length }, now)) {
      await writeOutbox(deps.store, [snoozedPrompt(target, stored.value.until)]);
      return stored.value;
    }
    const value: Snooze = { meetingId, memberId, date, round, length, snoozedAt: toInstant(now), until };
    await writeOutbox(deps.store, [snoozedPrompt(target, until)]);
    if (stored === undefined) await records.insert(snoozeKind, target, value);
    else await records.replace(snoozeKind, target, value, stored.etag);
    return value;
  });
};

/** Snoozes the run: the member gets the prompt again later. Returns the card that replaces the form. */
export const snoozeAs = async (
  deps: AnswerDeps,
  answering: Answering,
  length: SnoozeLength,
): Promise<{ readonly message: OutgoingMessage; readonly until: Instant }> => {
  const target = await findOwedRun(deps, answering);
  const now = deps.clock.now();
  if (isAheadNow(target, now)) throw new AppError('RUN_NOT_OPEN');
  const skipped = await inOrg(deps.store, target.orgId).get(skipKind, target);
  if (skipped !== undefined) throw new AppError('RUN_SKIPPED');
  const reader = readerOf(target, answering);
  const { closesAt } = target.instants;
  const { quietHours } = answering.member;
  const until = snoozeEnd(length, { now, zone: reader.timezone, closesAt, quietHours });
  if (until === undefined) throw new AppError('SNOOZE_TOO_LATE');
  const snooze = await writeSnooze(deps, target, until, length);
  return { message: snoozedCard(deps, target, snooze, reader), until: snooze.until };
};

export const snoozeRun = async (
  deps: AnswerDeps,
  actor: Actor,
  input: ParsedOf<typeof snoozeRunCall>,
): Promise<OutputOf<typeof snoozeRunCall>> => {
  const { message, until } = await snoozeAs(deps, await answeringOf(deps, actor, input), input.length);
  return { card: deps.presenter.webCard(message), until };
};
