import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { supportedLocaleOr } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';
import { whyNotNotified } from '../../domain/runs/reachableMembers.ts';
import type { SkipReason } from '../../domain/runs/skipReasons.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import { addressOfMember } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import { orgMember } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import { blockerModel } from '../../services/blockers/blockerFactsAndCardModel.ts';
import type { BlockerFacts, DrawnCard } from '../../services/blockers/blockerFactsAndCardModel.ts';
import type { Reader } from '../../services/core/cardPresenterPort.ts';
import type { TeamMember } from '../../services/tenancy/listMembers.ts';
import type { PersonalUpdate } from '../outboxRows/sendAndRecordPersonalMessage.ts';
import type { RecordPlace } from './storeBlockerMessageResults.ts';

/**
 * The data that a worker needs each time it processes a `blockerCards` row, an outbox row because of which it updates
 * the messages about a changed blocker.
 */
export interface BlockerUpdate extends PersonalUpdate {
  readonly facts: BlockerFacts;
  readonly place: RecordPlace;
  readonly language: Language;
}

export const readerOf = ({ language, facts }: BlockerUpdate, member: TeamMember): Reader => ({
  locale: supportedLocaleOr(member.locale, language),
  timezone: member.timezone ?? facts.meeting.timezone,
});

export const memberOf = async (
  { records, teamId }: BlockerUpdate,
  memberId: MemberId,
): Promise<TeamMember | undefined> => (await records.get(teamMember, { teamId, memberId }))?.value;

export const isAdminOf = async ({ records }: BlockerUpdate, { memberId }: TeamMember): Promise<boolean> =>
  (await records.get(orgMember, { memberId }))?.value.role === 'admin';

export const drawBlockerCard = (update: BlockerUpdate, reader: TeamMember, shown: DrawnCard): OutgoingMessage => {
  const { deps, facts, records } = update;
  return deps.presenter.blocker(blockerModel(deps, records.scope, facts, shown), readerOf(update, reader));
};

/**
 * Returns the reason why the member gets no message about the blocker in their own chat; null = the message may be
 * sent.
 */
export const whyNotInformed = ({ deps, facts }: BlockerUpdate, member: TeamMember): SkipReason | null =>
  whyNotNotified(member, addressOfMember(member), deps.clock.now(), facts.meeting.timezone);
