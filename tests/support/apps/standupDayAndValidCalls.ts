import { getUserDetails, login } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { getCard, saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { Endpoint, InputOf } from '#contracts/core/endpoint.ts';
import type { MeetingId, QuestionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import {
  getAllMeetings,
  getMeeting,
  getMeetingList,
  isMeetingNameExists,
  saveMeeting,
} from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Meeting, MeetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { getReport } from '#contracts/reports/dailyReport.ts';
import { listMembers, listTeams } from '#contracts/organisations/teamAndMemberCalls.ts';
import { getWaiting } from '#contracts/answers/getWaitingRuns.ts';
import { aDate, aMeetingDraft, aMeetingId, aMemberId, aTeamId } from '../data/idDateAndRecordBuilders.ts';
import { emailOf, passwordOf } from './testApp.ts';
import type { Person, TestApp } from './testApp.ts';

// Lists calls of the API, each with a valid input. The caller is bob of Contoso's Platform team. It is a Friday, 10:00
// in Berlin.

export const today = aDate('2026-11-20');

export const saveStandup = (
  app: TestApp,
  who: Person,
  { team, members }: { readonly team: string; readonly members: readonly string[] },
  change: Partial<MeetingDraft> = {},
): Promise<Meeting> =>
  app.get(who, saveMeeting, {
    ...aMeetingDraft({ teamId: aTeamId(team), members: members.map((name) => aMemberId(name)) }),
    ...change,
  });

/**
 * One meeting in each of three teams: the caller's team, another team of the organisation, and a team of another
 * organisation.
 */
export interface Day {
  readonly own: Meeting;
  readonly other: Meeting;
  readonly foreign: Meeting;
}

/** Saves one meeting in each of the three teams and lets their runs open. */
export const openDay = async (app: TestApp): Promise<Day> => {
  const day = {
    own: await saveStandup(app, 'ann', { team: 'platform', members: ['ann', 'bob'] }),
    other: await saveStandup(app, 'eve', { team: 'sales', members: ['eve', 'sam'] }),
    foreign: await saveStandup(app, 'zoe', { team: 'mars', members: ['zoe'] }),
  };
  await app.beatAt('2026-11-20T09:00:00Z');
  return day;
};

/** Returns the ids of the stand-up's questions in their order: done, plan, blocked, what. */
export const questionIds = ({ questions }: Meeting): readonly [QuestionId, QuestionId, QuestionId, QuestionId] => {
  const [done, plan, blocked, what] = questions.map((question) => question.id);
  if (done === undefined || plan === undefined || blocked === undefined || what === undefined)
    throw new Error('A stand-up asks four questions.');
  return [done, plan, blocked, what];
};

export interface StandupTexts {
  readonly done?: string;
  readonly plan?: string;
  readonly blocked?: string;
  readonly what?: string;
}

export const valuesOf = (meeting: Meeting, answer: StandupTexts = {}): Record<QuestionId, string> => {
  const [done, plan, blocked, what] = questionIds(meeting);
  return {
    [done]: answer.done ?? 'The parser',
    [plan]: answer.plan ?? 'The printer 2h',
    [blocked]: answer.blocked ?? 'No',
    ...(answer.what === undefined ? {} : { [what]: answer.what }),
  };
};

export interface ApiCall<E extends Endpoint = Endpoint> {
  readonly endpoint: E;
  /** Returns a valid input that bob sends, with which the call succeeds. */
  readonly input: (day: Day) => InputOf<E>;
  /** Fields of the input that must contain the id of an existing object of the caller's teams. */
  readonly finds: readonly ('teamId' | 'meetingId' | 'id')[];
}

const call = <E extends Endpoint>(
  endpoint: E,
  input: (day: Day) => InputOf<E>,
  ...finds: readonly ('teamId' | 'meetingId' | 'id')[]
): ApiCall =>
  // The table contains endpoints of different types, so this helper checks each input against its own endpoint.
  ({ endpoint, input, finds });

const inTeam = () => ({ teamId: aTeamId('platform') });

export const apiCalls: readonly ApiCall[] = [
  call(login, () => ({ email: emailOf('bob'), password: passwordOf('bob') })),
  call(getUserDetails, () => ({})),
  call(listTeams, () => ({})),
  call(listMembers, inTeam, 'teamId'),
  call(saveMeeting, ({ own }) => ({ ...own, questions: [...own.questions] }), 'teamId', 'id'),
  call(getMeetingList, inTeam, 'teamId'),
  call(getAllMeetings, inTeam, 'teamId'),
  call(getMeeting, ({ own }) => ({ meetingId: own.id }), 'meetingId'),
  call(isMeetingNameExists, ({ own }) => ({ teamId: own.teamId, name: own.name }), 'teamId'),
  call(getCard, ({ own }) => ({ meetingId: own.id }), 'meetingId'),
  call(saveAnswer, ({ own }) => ({ meetingId: own.id, date: today, values: valuesOf(own) }), 'meetingId'),
  call(getWaiting, () => ({})),
  call(getReport, ({ own }) => ({ teamId: own.teamId, meetingId: own.id, date: today }), 'teamId', 'meetingId'),
];

export const nameOf = ({ endpoint }: ApiCall): string => `${endpoint.method} ${endpoint.path}`;

export const callsByName = apiCalls.map((apiCall) => [nameOf(apiCall), apiCall] as const);

/**
 * Returns the input of the call with an id of another team, of another organisation, or of an object that does not
 * exist.
 */
export const pointedAt = (
  { input, finds }: ApiCall,
  day: Day,
  key: ApiCall['finds'][number],
  where: 'other' | 'foreign' | 'missing',
): Readonly<Record<string, unknown>> => {
  const missing: { teamId: string; id: MeetingId } = { teamId: aTeamId('nowhere'), id: aMeetingId('nowhere') };
  const { teamId, id } = where === 'missing' ? missing : day[where];
  if (!finds.includes(key)) throw new Error(`This call finds nothing by ${key}.`);
  return { ...(input(day) as object), [key]: key === 'teamId' ? teamId : id };
};
