import { lifeOf, sinceOf } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import { isBeforeRestore } from '../../domain/runs/lastSendInstants.ts';
import { quietCheckMs, quietClockOf, quietEnd } from '../../domain/runs/delayMessagesForQuietHours.ts';
import { msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import { blocker as blockerKind } from '../../store/kinds/blockers/blocker.ts';
import { team as teamKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import { requireMemberRecipient } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import { blockerIntent, isBlockerTimer } from '../../services/blockers/requestBlockerMessageChecks.ts';
import { readBlockerFacts } from '../../services/blockers/blockerFactsAndCardModel.ts';
import type { NoticeLine } from '../../services/core/cardPresenterPort.ts';
import { blockersLink } from '../../services/core/webLinks.ts';
import { isAskingMembers } from '../../services/tenancy/payingStateAndOrgPause.ts';
import { teamLanguage } from '../../services/tenancy/teamLanguage.ts';
import type { TeamMember } from '../../services/tenancy/listMembers.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import type { SenderState } from '../delivery/sendRunMessagesAndSenderState.ts';
import { sendAndRecordPersonalMessage, giveUp } from '../outboxRows/sendAndRecordPersonalMessage.ts';
import { earliest, rescheduleOrDelete } from '../outboxRows/rescheduleOrDeleteMaintenanceRow.ts';
import type { ClaimedMaintenance, NextCheck } from '../outboxRows/rescheduleOrDeleteMaintenanceRow.ts';
import {
  blockerMessages,
  changeBlockerRecord,
  hasCard,
  readBlockerRecord,
  recordAccepted,
} from './storeBlockerMessageResults.ts';
import type { BlockerRecord } from './changeRemindersInBlockerRecord.ts';
import { sendBlockerReminders } from './sendBlockerReminders.ts';
import { drawBlockerCard, memberOf, readerOf, whyNotInformed } from './blockerMessageContextAndCard.ts';
import type { BlockerUpdate } from './blockerMessageContextAndCard.ts';
import { redrawBlockerCards } from './redrawBlockerCards.ts';

// Handles the `blockerCards` row of a blocker: sends each needed member one card, updates the cards, and notifies the
// owner after a hand-back, in which a needed member returned the blocker to its owner.

/** Returns the epoch ms of the next check if the member's quiet hours delay a message; undefined = it may be sent. */
const waitForQuiet = ({ deps, facts }: BlockerUpdate, member: TeamMember): number | undefined => {
  const now = deps.clock.now();
  const end = quietEnd(quietClockOf(member, facts.meeting.timezone), now);
  return end === null ? undefined : Math.min(end, now + quietCheckMs);
};

/** Sends the needed member one card each time the member is named. */
const askNeeded = async (update: BlockerUpdate, before: BlockerRecord | undefined): Promise<NextCheck> => {
  const { facts, deps, place } = update;
  const life = lifeOf(facts.blocker);
  if (life?.neededId == null || !facts.blocker.isOpen) return undefined;
  const id = { who: life.neededId, number: life.needs };
  if (hasCard(before, id)) return undefined;
  const member = await memberOf(update, id.who);
  const isOld = isBeforeRestore(msOf(life.changedAt), deps.restoredAt);
  const reason = member === undefined ? 'GONE' : whyNotInformed(update, member);
  if (member !== undefined && reason === null && !isOld) {
    const shown = { ...id, since: place.since };
    const waits = waitForQuiet(update, member);
    return (
      waits ??
      sendAndRecordPersonalMessage(update, {
        member,
        number: id.number,
        draw: () => drawBlockerCard(update, member, { card: shown }),
      })
    );
  }
  await giveUp(update, id, reason ?? 'RESTORED');
  return undefined;
};

const notice = (update: BlockerUpdate, note: string | null): OutgoingMessage => {
  const { deps, facts } = update;
  const { place, changedBy, owner, meeting } = facts;
  const name = changedBy ?? deps.translateFor(readerOf(update, owner).locale)('card.weekSomebody');
  const lines: NoticeLine[] = [
    ...(note === null ? [] : [{ key: 'card.blockerBackNote', values: { name, note } } as const]),
    { key: 'card.blockerBackHow', values: { meeting: meeting.name } },
  ];
  return deps.presenter.notice(
    {
      title: { key: 'card.blockerBack', values: { name } },
      lines,
      buttons: [{ kind: 'LINK', title: 'card.blockerOpen', url: blockersLink(deps.publicUrl, place) }],
    },
    readerOf(update, owner),
  );
};

/** Notifies the owner once of each hand-back, unless the blocker has changed since then. */
const notifyOwner = async (update: BlockerUpdate, before: BlockerRecord | undefined): Promise<NextCheck> => {
  const { deps, facts, place } = update;
  const { blocker, owner } = facts;
  const backs = blocker.numbers?.backs ?? 0;
  if (backs <= (before?.told ?? 0)) return undefined;
  const life = lifeOf(blocker);
  const isCurrent = blocker.isOpen && life?.backs === backs && life.neededId === null;
  const mayNotify = whyNotInformed(update, owner) === null;
  if (isCurrent && mayNotify && !isBeforeRestore(msOf(life.changedAt), deps.restoredAt)) {
    const draws = { member: owner, number: backs, draw: () => notice(update, life.note) };
    return waitForQuiet(update, owner) ?? sendAndRecordPersonalMessage(update, draws);
  }
  await changeBlockerRecord(place, (record) => ({ ...record, told: backs }));
  return undefined;
};

const updateMessages = async (update: BlockerUpdate): Promise<NextCheck> => {
  const before = await readBlockerRecord(update.place);
  const checks = await redrawBlockerCards(update, before);
  checks.push(
    await askNeeded(update, before),
    await notifyOwner(update, before),
    await sendBlockerReminders(update, before),
  );
  return earliest(checks);
};

/** Returns the data of this check; undefined if no message about the blocker may be sent any more. */
const readUpdate = async (
  deps: JobDeps,
  state: SenderState,
  claimed: ClaimedMaintenance,
): Promise<BlockerUpdate | undefined> => {
  const { orgId, teamId, meetingId, who } = claimed.row;
  const records = inOrg(deps.store, orgId);
  const [team, mayAsk] = await Promise.all([records.get(teamKind, { teamId }), isAskingMembers(deps, records)]);
  if (team?.value.state !== 'CONNECTED' || !mayAsk) return undefined;
  const key = { teamId, meetingId, memberId: requireMemberRecipient(who) };
  const facts = await readBlockerFacts(records, key, deps.clock.now());
  if (facts === undefined) return undefined;
  const place = { records, ...key, since: sinceOf(facts.blocker) };
  const record = blockerMessages(place);
  return { ...{ deps, state, claimed, records, teamId, record, facts, place }, language: teamLanguage(team.value) };
};

/**
 * Handles the timer row of a blocker: writes the `blockerCards` row of the blocker, so that its messages are checked
 * now. Only that row sends messages, because two rows that are handled at the same time could send a message twice.
 */
const handleTimer = async (deps: JobDeps, claimed: ClaimedMaintenance): Promise<void> => {
  const { orgId, teamId, meetingId, who } = claimed.row;
  const records = inOrg(deps.store, orgId);
  const place = { teamId, meetingId, memberId: requireMemberRecipient(who) };
  const row = await records.get(blockerKind, place);
  if (row?.value.isOpen === true) await outside(deps.store).transact([blockerIntent(records, place, deps.clock.now())]);
  return rescheduleOrDelete(deps, claimed, { isOver: true });
};

export const handleBlockerMessages = async (
  deps: JobDeps,
  state: SenderState,
  claimed: ClaimedMaintenance,
): Promise<void> => {
  if (isBlockerTimer(claimed.row)) return handleTimer(deps, claimed);
  await recordAccepted(deps, claimed);
  const update = await readUpdate(deps, state, claimed);
  const nextCheck = update === undefined ? undefined : await updateMessages(update);
  // The record of the blocker counts the sends of each message, so the row does not count them.
  return rescheduleOrDelete(deps, claimed, { nextCheck, sends: 0, accepted: null });
};
