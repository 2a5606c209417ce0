import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { questionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting, ParsedMeetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { storedQuestion } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { listChannels } from '../teamsSync/syncAndReadChannels.ts';
import type { Channel } from '../teamsSync/syncAndReadChannels.ts';
import type { Deps } from '../core/deps.ts';
import type { MeetingNames } from './meetingChangesForLog.ts';
import { listAllMembers } from '../tenancy/listMembers.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { observersOf } from '../../domain/runs/membersAndObservers.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';

// Checks the parts of a draft that the schema cannot check: members of the team, channels of the team, known questions.

const refuse = (field: 'members' | 'observers' | 'channelId', message: MessageKey): never => {
  throw new AppError('INVALID_INPUT', { message, path: [field] });
};

export interface TeamFacts {
  readonly people: readonly TeamMember[];
  readonly channels: readonly Channel[];
}

export const teamFacts = async (
  deps: Pick<Deps, 'store'>,
  orgId: OrgId,
  teamId: ParsedMeetingDraft['teamId'],
): Promise<TeamFacts> => {
  const [rows, channels] = await Promise.all([
    listAllMembers(inOrg(deps.store, orgId), teamId),
    listChannels(deps, { orgId, teamId }),
  ]);
  return { people: rows.map((row) => row.value), channels };
};

/**
 * Returns the members of the draft. Throws an AppError for a person who is not in the team; only a stored member who
 * has left the team is left out instead.
 */
const membersOf = (draft: ParsedMeetingDraft, { people }: TeamFacts, before: Meeting | undefined): MemberId[] => {
  const present = new Set(people.filter((person) => person.leftOn === null).map((person) => person.memberId));
  const unknown = draft.members.filter((id) => !present.has(id) && before?.members.includes(id) !== true);
  if (unknown.length > 0) refuse('members', 'meeting.memberUnknown');
  const members = draft.members.filter((id) => present.has(id));
  return members.length > 0 ? members : refuse('members', 'meeting.membersMissingOnEdit');
};

/**
 * Returns the observers of the draft. If it names none (`observers` missing, as older clients send it), the stored
 * observers stay. A person whom the draft asks as a member is no observer, and a person who has left the team is left
 * out.
 */
const listObservers = (
  draft: ParsedMeetingDraft,
  { people }: TeamFacts,
  members: readonly MemberId[],
  before: Meeting | undefined,
): MemberId[] => {
  const asked = new Set(members);
  const present = new Set(people.filter((person) => person.leftOn === null).map((person) => person.memberId));
  const known = before === undefined ? [] : observersOf(before);
  const chosen = draft.observers ?? known;
  if (chosen.some((id) => !present.has(id) && !known.includes(id))) refuse('observers', 'meeting.observerUnknown');
  return chosen.filter((id) => present.has(id) && !asked.has(id));
};

/**
 * Returns the id of the draft's channel; null for the channel General. A stored channel that was deleted since becomes
 * General, where the meeting's summaries already go.
 */
const channelOf = (
  { channelId }: ParsedMeetingDraft,
  { channels }: TeamFacts,
  before: Meeting | undefined,
): string | null => {
  if (channelId === null) return null;
  if (channels.some((channel) => channel.threadId === channelId && !channel.isDeleted)) return channelId;
  return channelId === before?.channelId ? null : refuse('channelId', 'meeting.channelUnknown');
};

/**
 * Gives each question the id of the stored question at its position. This is used for a draft that a client sends again
 * because it got no reply, and so without the new ids.
 */
export const withKnownQuestions = (draft: ParsedMeetingDraft, { questions }: Meeting): ParsedMeetingDraft => {
  const ids = new Map(questions.map((question) => [question.sequence, question.id]));
  return { ...draft, questions: draft.questions.map((question) => ({ ...question, id: ids.get(question.sequence) })) };
};

/**
 * Returns the questions to store. Known questions keep their ids, so that answers stay linked to them; all others get
 * new ids.
 */
const questionsOf = (newId: Deps['newId'], draft: ParsedMeetingDraft, before: Meeting | undefined): Question[] => {
  const known = new Set(before?.questions.map((question) => question.id));
  return draft.questions
    .map((question) => {
      const isKnown = question.id !== undefined && known.has(question.id);
      return storedQuestion.parse({ ...question, id: isKnown ? question.id : questionId.parse(newId()) });
    })
    .sort((a, b) => a.sequence - b.sequence);
};

const peopleOf = (draft: ParsedMeetingDraft, facts: TeamFacts, before: Meeting | undefined) => {
  const members = membersOf(draft, facts, before);
  return { members, observers: listObservers(draft, facts, members, before) };
};

/**
 * Checks a draft against the facts of its team, and returns its definition. `before` is the stored meeting that the
 * draft edits; undefined for a new meeting.
 */
export const definitionOf = (
  newId: Deps['newId'],
  draft: ParsedMeetingDraft,
  facts: TeamFacts,
  before?: Meeting,
): Omit<ParsedMeetingDraft, 'questions'> & { readonly questions: Question[] } => ({
  ...draft,
  ...peopleOf(draft, facts, before),
  // An older client does not know these fields and leaves them out; the stored values then stay.
  attention: draft.attention ?? before?.attention ?? null,
  blockerReminderDays: draft.blockerReminderDays ?? before?.blockerReminderDays ?? null,
  blockerEscalationDays: draft.blockerEscalationDays ?? before?.blockerEscalationDays ?? null,
  channelId: channelOf(draft, facts, before),
  questions: questionsOf(newId, draft, before),
});

export const namesInDraft = ({ people, channels }: TeamFacts): MeetingNames => {
  const names = new Map(people.map((person) => [person.memberId, person.name]));
  const channelNames = new Map(
    channels.map((channel) => [channel.threadId, channel.isGeneral ? 'GENERAL' : channel.name]),
  );
  return {
    member: (id) => names.get(id) ?? '–',
    channel: (id) => (id === null ? 'GENERAL' : (channelNames.get(id) ?? '–')),
  };
};
