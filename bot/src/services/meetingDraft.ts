import { AppError } from '#contracts/errors.ts';
import { questionId } from '#contracts/ids.ts';
import type { MemberId, OrgId } from '#contracts/ids.ts';
import type { Meeting, ParsedMeetingDraft } from '#contracts/meeting.ts';
import type { Question } from '#contracts/question.ts';
import type { MessageKey } from '#contracts/text/keys.ts';
import { allChannels } from './channels.ts';
import type { Channel } from './channels.ts';
import type { Deps } from './deps.ts';
import type { MeetingNames } from './meetingChanges.ts';
import { allMembers } from './members.ts';
import type { TeamMember } from './members.ts';
import { inOrg } from '../store/kind.ts';

// What the schema cannot know of a draft: who is in the team, which channels it has, which questions are old ones.

const refuse = (field: 'members' | 'channelId', message: MessageKey): never => {
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
    allMembers(inOrg(deps.store, orgId), teamId),
    allChannels(deps, { orgId, teamId }),
  ]);
  return { people: rows.map((row) => row.value), channels };
};

/** Everybody must be in the team. Who has left a meeting's team since is dropped from it, not held against the edit. */
const membersOf = (draft: ParsedMeetingDraft, { people }: TeamFacts, before: Meeting | undefined): MemberId[] => {
  const present = new Set(people.filter((one) => one.leftOn === null).map((one) => one.memberId));
  const unknown = draft.members.filter((id) => !present.has(id) && before?.members.includes(id) !== true);
  if (unknown.length > 0) refuse('members', 'meeting.memberUnknown');
  const members = draft.members.filter((id) => present.has(id));
  return members.length > 0 ? members : refuse('members', 'meeting.membersMissingOnEdit');
};

/** A channel the team has. One deleted since the meeting was saved gives way to General, where its summary goes anyway. */
const channelOf = (
  { channelId }: ParsedMeetingDraft,
  { channels }: TeamFacts,
  before: Meeting | undefined,
): string | null => {
  if (channelId === null) return null;
  if (channels.some((one) => one.threadId === channelId && !one.isDeleted)) return channelId;
  return channelId === before?.channelId ? null : refuse('channelId', 'meeting.channelUnknown');
};

/** Of a draft that is sent again by who never heard of its success: its questions are known by their place. */
export const withKnownQuestions = (draft: ParsedMeetingDraft, { questions }: Meeting): ParsedMeetingDraft => {
  const ids = new Map(questions.map((one) => [one.sequence, one.id]));
  return { ...draft, questions: draft.questions.map((one) => ({ ...one, id: ids.get(one.sequence) })) };
};

/** Known questions keep their ids, so that answers stay with them; all others get new ones. */
const questionsOf = (newId: Deps['newId'], draft: ParsedMeetingDraft, before: Meeting | undefined): Question[] => {
  const known = new Set(before?.questions.map((one) => one.id));
  return draft.questions
    .map((one) => ({
      id: one.id !== undefined && known.has(one.id) ? one.id : questionId.parse(newId()),
      sequence: one.sequence,
      text: one.text,
      type: one.type,
      options: one.options,
      isBlocker: one.isBlocker,
      isTimesheetQuestion: one.isTimesheetQuestion,
      blockingOptions: one.blockingOptions,
    }))
    .sort((a, b) => a.sequence - b.sequence);
};

/** The definition a draft asks for, checked against its team; `before` = the meeting it edits. */
export const definitionOf = (
  newId: Deps['newId'],
  draft: ParsedMeetingDraft,
  facts: TeamFacts,
  before?: Meeting,
): Omit<ParsedMeetingDraft, 'questions'> & { readonly questions: Question[] } => ({
  ...draft,
  members: membersOf(draft, facts, before),
  channelId: channelOf(draft, facts, before),
  questions: questionsOf(newId, draft, before),
});

/** Names for the log. */
export const namesIn = ({ people, channels }: TeamFacts): MeetingNames => {
  const names = new Map(people.map((one) => [one.memberId, one.name]));
  const channelNames = new Map(channels.map((one) => [one.threadId, one.isGeneral ? 'GENERAL' : one.name]));
  return {
    member: (id) => names.get(id) ?? '–',
    channel: (id) => (id === null ? 'GENERAL' : (channelNames.get(id) ?? '–')),
  };
};
