import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { memberId as memberIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import { noNeededMember } from '#contracts/answers/answerCardDataAndVerbs.ts';
import type { NeededChoice } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import { lifeOf } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import type { TrackedBlocker } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { blocker } from '../../store/kinds/blockers/blocker.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import type { AskModel } from '../core/cardPresenterPort.ts';
import { listPresentMembers } from '../tenancy/listMembers.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { asksAboutBlockers } from './openBlockerToAskAbout.ts';
import type { AnswerTarget, StoredAnswer } from './answerTargetAndAcceptance.ts';

// Reads and displays the choice of the member who is needed for the blocker of an answer.

export type FormNeed = NonNullable<AskModel['needed']>;

/**
 * The input for the needed member on a card. `shown`: id of the needed member that was stored when the card was drawn;
 * empty if there was none. `picked`: the chosen person, by member id or by the id that the chat client uses; empty if
 * no person was chosen.
 */
export interface PickedNeed {
  readonly shown: string;
  readonly picked: string;
}

const notInTeam = (): AppError =>
  new AppError('INVALID_INPUT', { message: 'blocker.notInTeam', path: ['needed', 'id'] });

/**
 * Returns the choice of a card. `find` translates an id of the chat client into a member id; it is called only if
 * `picked` is no member id. Throws an AppError if `find` returns undefined.
 */
export const readPickedNeed = async (
  { shown, picked }: PickedNeed,
  find: (picked: string) => Promise<MemberId | undefined>,
): Promise<NeededChoice> => {
  const stored = memberIdSchema.safeParse(shown).data ?? null;
  if (picked === '' || picked === noNeededMember) return { id: null, shown: stored };
  const id = memberIdSchema.safeParse(picked).data ?? (await find(picked));
  if (id === undefined) throw notInTeam();
  return { id, shown: stored };
};

const isPresent = (member: TeamMember | undefined): member is TeamMember =>
  member !== undefined && member.leftOn === null && member.isEnabled;

/** Returns the needed member of the open blocker; null if no blocker is open or no member is needed. */
export const storedNeed = (tracked: TrackedBlocker | undefined): MemberId | null =>
  tracked?.isOpen === true ? (lifeOf(tracked)?.neededId ?? null) : null;

/**
 * Returns the needed member as the form shows them. A chosen member who has left or is disabled is left out, because
 * the form with that member would be rejected.
 */
export const formNeedOf = (
  stored: MemberId | null,
  chosen: MemberId | null,
  find: (id: MemberId) => TeamMember | undefined,
): FormNeed => {
  const member = chosen === null ? undefined : find(chosen);
  return { shown: stored, chosen: isPresent(member) ? { memberId: member.memberId, name: member.name } : null };
};

export const findFormNeed = async (
  records: Records<OrgId>,
  target: AnswerTarget,
  tracked: TrackedBlocker | undefined,
  choice: NeededChoice | null | undefined,
): Promise<FormNeed | undefined> => {
  if (!asksAboutBlockers(target)) return undefined;
  const stored = storedNeed(tracked);
  const chosen = choice == null ? stored : choice.id;
  if (chosen === null || chosen === target.memberId) return { shown: stored, chosen: null };
  const row = await records.get(teamMember, { teamId: target.teamId, memberId: chosen });
  return formNeedOf(stored, chosen, () => row?.value);
};

/** Returns the name of the member who is needed for the blocker of this answer; undefined if no member is needed. */
export const findNeededName = async (
  records: Records<OrgId>,
  target: AnswerTarget,
  { hasBlocker }: Pick<StoredAnswer, 'hasBlocker'>,
): Promise<string | undefined> => {
  if (!hasBlocker) return undefined;
  const tracked = (await records.get(blocker, target))?.value;
  const needed = tracked?.date === target.date ? storedNeed(tracked) : null;
  if (needed === null) return undefined;
  return (await records.get(teamMember, { teamId: target.teamId, memberId: needed }))?.value.name;
};

/**
 * Returns the members that the form of this run offers as the person whose help a blocker needs; null if the run asks
 * no question about blockers.
 */
export const listColleagues = async (
  records: Records<OrgId>,
  target: AnswerTarget,
): Promise<Pick<TeamMember, 'memberId' | 'name'>[] | null> => {
  if (!asksAboutBlockers(target)) return null;
  return (await listPresentMembers(records, target.teamId))
    .filter(({ isEnabled, memberId }) => isEnabled && memberId !== target.memberId)
    .map(({ memberId, name }) => ({ memberId, name }));
};
