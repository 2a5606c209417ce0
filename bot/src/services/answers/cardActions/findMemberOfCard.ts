import type { CardData } from '#contracts/answers/answerCardDataAndVerbs.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { inOrg, outside } from '../../../store/recordKindsAndAccess.ts';
import { teamsUser } from '../../../store/kinds/microsoftAccounts/teamsUser.ts';
import { teamMember } from '../../../store/kinds/people/teamMember.ts';
import { org as orgKind } from '../../../store/kinds/organisations/organisation.ts';
import { orgTeam } from '../../../store/kinds/organisations/teamAndChannel.ts';
import type { AnswerDeps, Answering } from '../saveAnswerAndShowCard.ts';
import type { BotInstallations, Sender } from '../../tenancy/chatEventTypesAndTextRepair.ts';
import { findPendingDeletion, pendingDeletionError } from '../../tenancy/findPendingDeletionAndError.ts';
import type { TeamMember } from '../../tenancy/listMembers.ts';
import { localeOf } from '../../teamsSync/senderSyncAndPersonalInstall.ts';

interface Pressed {
  readonly card: CardData;
  /**
   * Activity id of the pressed card, which the stored answer names as its source; null if the chat does not send it.
   */
  readonly pressed: string | null;
  readonly seats: BotInstallations | undefined;
}

/** Returns the sender's team membership from `seats` if the card was made for the sender; otherwise undefined. */
const seatFor = ({ O, T, memberId }: CardData, seats: BotInstallations | undefined): TeamMember | undefined =>
  seats?.orgId === O && seats.memberId === memberId ? seats.places.find((place) => place.teamId === T)?.row : undefined;

const holding = (sender: Sender, { card, pressed }: Pressed, member: TeamMember): Answering => {
  const { O: orgId, T: teamId, meetingId, date, memberId } = card;
  return {
    memberRun: { orgId, teamId, meetingId, date, memberId },
    member,
    locale: localeOf(sender, member),
    sentFrom: pressed,
  };
};

/**
 * Returns the sender as the member for whom the card was made. Throws NOT_YOUR_CARD if the card was made for another
 * person, and another AppError if the member, the team or the organisation is gone or pending deletion.
 */
export const findMemberOfCard = async (deps: AnswerDeps, sender: Sender, press: Pressed): Promise<Answering> => {
  const { card, seats } = press;
  const seat = seatFor(card, seats);
  if (seat !== undefined) return holding(sender, press, seat);
  const pointer = await outside(deps.store).get(teamsUser, { tid: sender.tid, oid: sender.oid });
  if (pointer?.value.orgId !== card.O || pointer.value.memberId !== card.memberId) throw new AppError('NOT_YOUR_CARD');
  const { O: orgId, T: teamId, memberId } = card;
  const records = inOrg(deps.store, orgId);
  const [row, organisation, team] = await Promise.all([
    records.get(teamMember, { teamId, memberId }),
    records.get(orgKind, undefined),
    records.get(orgTeam, { teamId }),
  ]);
  // An organisation or team pending deletion accepts no answers, because rows that are written now would survive the
  // deletion.
  const pendingDeletion = organisation?.value.state === 'DELETING' ? await findPendingDeletion(deps, orgId) : undefined;
  if (pendingDeletion !== undefined)
    throw pendingDeletionError('FORBIDDEN', pendingDeletion, localeOf(sender, undefined));
  const isGone = organisation?.value.state === 'DELETING' || organisation?.value.state === 'DELETED';
  if (row === undefined || isGone || team?.value.state === 'DELETED') throw new AppError('NOT_ASKED');
  return holding(sender, press, row.value);
};
