import type { LocalDate, MemberId, OrgId } from '#contracts/core/ids.ts';
import type { Meeting } from '#contracts/meetings/meeting.ts';
import type { MessageKey } from '#contracts/text/catalogueKeys.ts';
import { workingDaysBetween } from '../../domain/answers/blockers.ts';
import { lastDateOf } from '../../domain/blockers/blockerDuration.ts';
import { lifeOf, sinceOf, stateOfBlocker, textOfBlocker } from '../../domain/blockers/blockerLife.ts';
import { localDateAt } from '../../domain/core/zonedTime.ts';
import type { Records, ValueOf } from '../../store/records.ts';
import { blocker as blockerKind } from '../../store/kinds/run.ts';
import { meeting as meetingKind, teamMember } from '../../store/kinds/team.ts';
import type { BlockerModel } from '../core/cardPresenter.ts';
import type { CardSigner } from '../core/cardSigner.ts';
import type { Deps } from '../core/deps.ts';
import { blockersLink } from '../core/webLinks.ts';
import { listHolidays } from '../tenancy/listHolidays.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import type { BlockerPlace } from './blockerPlace.ts';

export interface BlockerCardDeps extends Pick<Deps, 'publicUrl'> {
  readonly signer: CardSigner;
}

/** Everything that the messages about a blocker show. */
export interface BlockerFacts {
  readonly place: BlockerPlace;
  readonly meeting: Meeting;
  readonly blocker: ValueOf<typeof blockerKind>;
  readonly owner: TeamMember;
  /** Name of the author of the last change; null if it is unknown. */
  readonly changedBy: string | null;
  readonly days: number;
}

/** Returns the facts of a blocker; undefined if the report, the member or the blocker no longer exists. */
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
  const by = lifeOf(blocker.value)?.changedBy ?? null;
  const author = by === null ? undefined : await records.get(teamMember, { teamId: place.teamId, memberId: by });
  const { timezone } = meeting.value;
  const [from, to] = [sinceOf(blocker.value), lastDateOf(blocker.value, timezone, localDateAt(now, timezone))];
  const holidays = from < to ? await listHolidays(records, place.teamId, { from, to }) : [];
  return {
    place,
    ...{ meeting: meeting.value, blocker: blocker.value, owner: owner.value, changedBy: author?.value.name ?? null },
    days: workingDaysBetween(meeting.value, from, to, holidays),
  };
};

/** The card of one naming: its recipient, its number, and the first date of its blocker. */
export interface CardOf {
  readonly who: MemberId;
  readonly number: number;
  readonly since: LocalDate;
}

const standingOf = ({ blocker }: BlockerFacts, { who, since }: CardOf): BlockerModel['standing'] => {
  if (sinceOf(blocker) !== since) return 'OVER';
  return lifeOf(blocker)?.neededId === who ? 'NEEDED' : 'NOT_NEEDED';
};

export const blockerModel = (
  { signer, publicUrl }: BlockerCardDeps,
  orgId: OrgId,
  facts: BlockerFacts,
  { card, problem }: { readonly card: CardOf; readonly problem?: MessageKey },
): BlockerModel => {
  const { teamId, meetingId, memberId } = facts.place;
  const standing = standingOf(facts, card);
  const { since, number, who: neededId } = card;
  return {
    data: signer.signBlocker({ O: orgId, T: teamId, meetingId, memberId, since, neededId, number }),
    ...{ owner: facts.owner.name, meetingName: facts.meeting.name, since, standing, changedBy: facts.changedBy },
    // An old card is not about the member's present blocker, so it shows neither the text nor the age of that blocker.
    text: standing === 'OVER' ? '' : textOfBlocker(facts.blocker),
    days: standing === 'OVER' ? 0 : facts.days,
    state: stateOfBlocker(facts.blocker),
    url: blockersLink(publicUrl, { teamId, meetingId }),
    ...(problem === undefined ? {} : { problem }),
  };
};
