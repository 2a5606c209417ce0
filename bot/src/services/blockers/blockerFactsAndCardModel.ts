import type { BlockerAction } from '#contracts/blockers/blockerStatesAndActions.ts';
import type { LocalDate, MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { workingDaysBetween } from '../../domain/blockers/workingDaysBetween.ts';
import { lastDateOf } from '../../domain/blockers/blockerDuration.ts';
import {
  actionsFor,
  lifeOf,
  sinceOf,
  stateOfBlocker,
  textOfBlocker,
  withoutGoneHelp,
} from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import { localDateAt } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { blocker as blockerKind } from '../../store/kinds/blockers/blocker.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import type { BlockerModel } from '../core/cardPresenterPort.ts';
import type { CardSigner } from '../core/cardSigner.ts';
import type { Deps } from '../core/deps.ts';
import { blockersLink } from '../core/webLinks.ts';
import { listHolidays } from '../tenancy/listHolidays.ts';
import { isGoneIn } from '../tenancy/listMembers.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import type { BlockerPlace } from './blockerKeyType.ts';

export interface BlockerCardDeps extends Pick<Deps, 'publicUrl'> {
  readonly signer: CardSigner;
}

/** The data that a message about a blocker shows. `days` is the age of the blocker in working days. */
export interface BlockerFacts {
  readonly place: BlockerPlace;
  readonly meeting: Meeting;
  readonly blocker: ValueOf<typeof blockerKind>;
  readonly owner: TeamMember;
  /** Name of the person who made the last change; null if it is unknown. */
  readonly changedBy: string | null;
  /** Name of the needed member; null if no member is needed, or the needed member is no longer active in the team. */
  readonly needed: string | null;
  readonly days: number;
}

/** Reads the data of a blocker; undefined if the report, the member or the blocker no longer exists. */
export const readBlockerFacts = async (
  records: Records<OrgId>,
  place: BlockerPlace,
  now: number,
): Promise<BlockerFacts | undefined> => {
  const [meeting, blocker, owner] = await Promise.all([
    records.get(meetingKind, place),
    records.get(blockerKind, place),
    records.get(teamMember, place),
  ]);
  if (meeting === undefined || blocker === undefined || owner === undefined) return undefined;
  const { teamId } = place;
  const { changedBy = null, neededId = null } = lifeOf(blocker.value) ?? {};
  const memberIn = async (memberId: MemberId | null): Promise<TeamMember | undefined> =>
    memberId === null ? undefined : (await records.get(teamMember, { teamId, memberId }))?.value;
  const [author, needed] = await Promise.all([memberIn(changedBy), memberIn(neededId)]);
  const helpers = new Map(
    [author, needed].flatMap((member) => (member === undefined ? [] : [[member.memberId, member]])),
  );
  const { timezone } = meeting.value;
  const [from, to] = [sinceOf(blocker.value), lastDateOf(blocker.value, timezone, localDateAt(now, timezone))];
  const holidays = from < to ? await listHolidays(records, teamId, { from, to }) : [];
  return {
    place,
    ...{
      meeting: meeting.value,
      blocker: withoutGoneHelp(blocker.value, isGoneIn(helpers)),
      owner: owner.value,
      changedBy: author?.name ?? null,
    },
    needed: needed?.leftOn === null && needed.isEnabled ? needed.name : null,
    days: workingDaysBetween(meeting.value, from, to, holidays),
  };
};

/**
 * A card about a blocker: `who` is its reader, and `since` is the first date of the blocker. `number` is the sequence
 * number of the naming that made the reader the needed member; 0 = the reader was informed without being named.
 */
export interface CardOf {
  readonly who: MemberId;
  readonly number: number;
  readonly since: LocalDate;
}

const standingOf = ({ blocker }: BlockerFacts, { who, number, since }: CardOf): BlockerModel['standing'] => {
  if (sinceOf(blocker) !== since) return 'OVER';
  if (lifeOf(blocker)?.neededId === who) return 'NEEDED';
  return number === 0 ? 'INFORMED' : 'NOT_NEEDED';
};

const readerKind = ({ place }: BlockerFacts, { who, number }: CardOf, standing: BlockerModel['standing']) => {
  if (who === place.memberId) return 'OWNER';
  return standing === 'NEEDED' || number > 0 ? 'NEEDED' : 'REPORT_OWNER';
};

/**
 * The changes that a card offers. Naming a needed member and reopening a resolved blocker are possible only on the web.
 */
const onCard: ReadonlySet<BlockerAction> = new Set(['ACKNOWLEDGE', 'RESOLVE', 'HAND_BACK']);

const actionsOf = (
  { blocker, place }: BlockerFacts,
  {
    standing,
    who,
    isAdmin,
  }: { readonly standing: BlockerModel['standing']; readonly who: MemberId; readonly isAdmin: boolean },
): BlockerAction[] => {
  if (standing !== 'NEEDED' && standing !== 'INFORMED') return [];
  const relation = { isOwner: who === place.memberId, isNeeded: standing === 'NEEDED', isAdmin };
  return actionsFor(stateOfBlocker(blocker), relation).filter((action) => onCard.has(action));
};

export interface DrawnCard {
  readonly card: CardOf;
  /** True if the reader is an admin of the organisation. */
  readonly isAdmin?: boolean;
  readonly isReminder?: boolean;
  readonly problem?: MessageKey | undefined;
}

export const blockerModel = (
  { signer, publicUrl }: BlockerCardDeps,
  orgId: OrgId,
  facts: BlockerFacts,
  { card, isAdmin = false, isReminder = false, problem }: DrawnCard,
): BlockerModel => {
  const { teamId, meetingId, memberId } = facts.place;
  const standing = standingOf(facts, card);
  const { since, number, who: neededId } = card;
  const changedBy = lifeOf(facts.blocker)?.changedBy ?? null;
  const state = stateOfBlocker(facts.blocker);
  return {
    data: signer.signBlocker({ O: orgId, T: teamId, meetingId, memberId, since, neededId, number }),
    ...{ owner: facts.owner.name, meetingName: facts.meeting.name, since, standing, changedBy: facts.changedBy },
    ...{ reader: readerKind(facts, card, standing), isReminder, needed: facts.needed },
    actions: actionsOf(facts, { standing, who: neededId, isAdmin }),
    // In the state ACKNOWLEDGED, the author of the last change works on the blocker. In every other state, no one does.
    isTakenByOther: state === 'ACKNOWLEDGED' && changedBy !== neededId && (changedBy !== null || standing !== 'NEEDED'),
    // An old card is about an earlier blocker of the member, so it shows neither the text nor the age of the present
    // one.
    text: standing === 'OVER' ? '' : textOfBlocker(facts.blocker),
    days: standing === 'OVER' ? 0 : facts.days,
    state,
    url: blockersLink(publicUrl, { teamId, meetingId }),
    ...(problem === undefined ? {} : { problem }),
  };
};
