import type { MemberId } from '#contracts/core/ids.ts';
import { supportedLocaleOr } from '#contracts/text/languages.ts';
import type { Language } from '#contracts/text/languages.ts';
import { teamMember } from '../../store/kinds/teamsMeetingsHolidays.ts';
import type { BlockerFacts } from '../../services/blockers/blockerCardModel.ts';
import type { Reader } from '../../services/core/cardPresenter.ts';
import type { TeamMember } from '../../services/tenancy/listMembers.ts';
import type { RecordPlace } from './blockerCardRecord.ts';
import type { PersonalUpdate } from './personalPosting.ts';

/** The data of one check of the messages about a blocker. */
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
