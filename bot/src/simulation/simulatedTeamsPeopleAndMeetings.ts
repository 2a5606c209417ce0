import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MemberId, OrgId, QuestionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { meetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { personAddress, roomAddress, roomParts } from '../domain/core/chatAddressParts.ts';
import type { RosterPerson } from '../gateways/messengerPort.ts';
import type { Actor } from '../services/core/actor.ts';
import type { Sender, Thread } from '../services/tenancy/chatEventTypesAndTextRepair.ts';
import { handleInstalled } from '../services/teamsSync/handleInstallAndTeamEvents.ts';
import type { InstallDeps } from '../services/teamsSync/handleInstallAndTeamEvents.ts';
import { defaultQuestions } from '../services/meetings/productMeetingDefaults.ts';
import { setPreferences } from '../services/people/setPreferences.ts';
import { storeMeeting } from '../services/meetings/storeMeeting.ts';
import type { MeetingDeps } from '../services/meetings/storeMeeting.ts';
import { addressesOf } from '../services/core/summaryEmailAddresses.ts';
import { approveAddress } from '../services/summaryEmails/summaryConsentsAndAddressHash.ts';
import { syncSender } from '../services/teamsSync/senderSyncAndPersonalInstall.ts';
import { inOrg } from '../store/recordKindsAndAccess.ts';
import { dayHoliday, dayVacation, holiday, vacation } from '../store/kinds/daysOff/vacationsAndHolidays.ts';
import { reminderKinds } from './recordingPresenter.ts';
import { faultsOf, questionNames, ScenarioError } from './parseScenario.ts';
import type { Scenario, ScenarioMeeting, ScenarioTeam } from './parseScenario.ts';

// Creates the teams, people and meetings of a scenario as in real use: by installing the bot, by activities of people,
// and by saving meetings.

const tid = 'simulation';
const endpoint = 'https://chat.simulation/';

export const personOf = (chatUserId: string): string => chatUserId.slice('user-'.length);

export const rosterPerson = ({ id, name = id }: ScenarioTeam['members'][number]): RosterPerson => ({
  chatUserId: `user-${id}`,
  oid: id,
  name,
  email: '',
});

const roster = (team: ScenarioTeam): RosterPerson[] =>
  team.members.filter((member) => member.isThere).map(rosterPerson);

export const threadOf = (team: ScenarioTeam): Thread => ({
  kind: 'TEAM',
  tid,
  threadId: `team-${team.id}`,
  name: team.name ?? team.id,
  address: roomAddress({ kind: 'CHANNEL', tenant: tid, endpoint, room: `team-${team.id}` }),
});

export const senderOf = ({ id, name = id, timezone }: ScenarioTeam['members'][number]): Sender => ({
  tid,
  oid: id,
  name,
  timezone,
  locale: 'en',
  address: personAddress({ tenant: tid, endpoint, user: `user-${id}`, chat: null }),
  isInOwnChat: false,
});

/** Returns the rosters and channels of the scenario's teams, as Teams would return them. */
export const rosters = (scenario: Scenario): InstallDeps['messenger'] => ({
  roster: async function* (of) {
    const team = scenario.teams.find((item) => threadOf(item).threadId === roomParts(of).room);
    yield await Promise.resolve(team === undefined ? [] : roster(team));
  },
  channels: (of) => Promise.resolve([{ threadId: roomParts(of).room, name: null }]),
});

export interface SimulatedMeeting {
  readonly meeting: Meeting;
  readonly questions: ReadonlyMap<string, QuestionId>;
  readonly author: Actor;
}

/** Maps ids of the scenario to objects of the store and back. Events change the maps. */
export interface SimulatedPeople {
  readonly orgId: OrgId;
  readonly teamIds: ReadonlyMap<string, Meeting['teamId']>;
  readonly actors: Map<string, Actor>;
  /** Maps the scenario's id of a meeting to the meeting. Meetings that are deactivated at the start are missing. */
  readonly meetings: Map<string, SimulatedMeeting>;
  readonly names: Map<string, string>;
}

/** Returns the members' ids in the store. People who are in no team are left out. */
export const memberIdsOf = ({ actors }: Pick<SimulatedPeople, 'actors'>, ids: readonly string[]): MemberId[] =>
  ids.flatMap((id) => actors.get(id)?.memberId ?? []);

export type SimulatedPeopleDeps = InstallDeps & MeetingDeps;

/** Stores the quiet hours that members have at the start. */
const quietHoursOf = async (
  deps: SimulatedPeopleDeps,
  team: ScenarioTeam,
  actors: ReadonlyMap<string, Actor>,
): Promise<void> => {
  for (const { id, quietHours } of team.members) {
    const actor = actors.get(id);
    if (actor !== undefined && quietHours !== undefined) await setPreferences(deps, actor, { quietHours });
  }
};

/** Writes the rows of holidays and vacations directly, because the product's own call does not accept every date. */
const daysOff = async (
  deps: SimulatedPeopleDeps,
  place: { readonly orgId: OrgId; readonly teamId: Meeting['teamId'] },
  team: ScenarioTeam,
  actors: ReadonlyMap<string, Actor>,
): Promise<void> => {
  const records = inOrg(deps.store, place.orgId);
  const { teamId } = place;
  for (const date of team.holidays) {
    await records.touch(holiday, { teamId, date }, { date });
    await records.touch(dayHoliday, { teamId, date }, { date });
  }
  for (const item of team.members) {
    const memberId = actors.get(item.id)?.memberId;
    if (memberId == null) continue;
    for (const date of item.vacations) {
      await records.touch(vacation, { memberId, date }, { memberId, date });
      await records.touch(dayVacation, { teamId, memberId, date }, { memberId, date });
    }
  }
};

interface Place {
  /** Position of the meeting in the list of the scenario. */
  readonly at: number;
  readonly teamId: string;
  readonly members: readonly MemberId[];
  readonly observers: readonly MemberId[] | undefined;
}

const draftOf = (
  deps: SimulatedPeopleDeps,
  scenarioMeeting: ScenarioMeeting,
  { teamId, members, observers }: Place,
) => {
  const input = Object.fromEntries(
    Object.entries(scenarioMeeting).filter(([, value]) => value !== null && value !== undefined),
  );
  const type = input['type'] === 'RETRO' ? 'RETRO' : 'STANDUP';
  const questions = scenarioMeeting.questions?.map((question, index) => ({
    ...question,
    id: undefined,
    sequence: question.sequence ?? index + 1,
  }));
  // A scenario defines no channels, so posts to a channel go to General.
  return {
    ...input,
    id: undefined,
    rev: undefined,
    channelId: null,
    teamId,
    members,
    observers,
    questions: questions ?? defaultQuestions(deps.translateFor('en'), type),
  };
};

const saveMeeting = async (
  deps: SimulatedPeopleDeps,
  actor: Actor,
  scenarioMeeting: ScenarioMeeting,
  place: Place,
): Promise<Meeting> => {
  const t = deps.translateFor('en');
  const draft = meetingDraft.safeParse(draftOf(deps, scenarioMeeting, place));
  if (!draft.success) throw new ScenarioError(faultsOf(draft.error, t, ['meetings', place.at]));
  try {
    return await storeMeeting(deps, actor, { ...draft.data, ...reminderKinds });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const key: MessageKey = error.details.message ?? `error.${error.code}`;
    throw new ScenarioError([`meetings[${place.at}]: ${t(key)}`]);
  }
};

/**
 * Approves the email addresses of a meeting, because a simulation has no recipient who can press the button of the
 * request.
 */
export const approveAddresses = async (deps: SimulatedPeopleDeps, actor: Actor, meeting: Meeting): Promise<void> => {
  for (const { address } of addressesOf(meeting))
    await approveAddress(deps, { orgId: actor.orgId, address, by: actor.memberId });
};

/** Maps the questions' ids in the scenario to their ids in the store, by their order. */
export const questionsOf = (item: Pick<ScenarioMeeting, 'questions'>, meeting: Meeting): Map<string, QuestionId> => {
  const names = questionNames(item);
  const inOrder = (item.questions ?? [])
    .map((question, index) => ({ name: names[index] ?? '', sequence: question.sequence ?? index + 1 }))
    .sort((a, b) => a.sequence - b.sequence);
  const named =
    inOrder.length > 0
      ? inOrder.map((question) => question.name)
      : meeting.questions.map((question) => String(question.sequence));
  return new Map(
    named.flatMap((name, index) =>
      meeting.questions[index] === undefined ? [] : [[name, meeting.questions[index].id]],
    ),
  );
};

const emptyCast = () => ({
  meetings: new Map<string, SimulatedMeeting>(),
  names: new Map<string, string>(),
});

/**
 * Creates the teams, people and meetings that exist at the start of the scenario, and adds the people to `actors`.
 * Throws ScenarioError for input that the product would refuse.
 */
export const addSimulatedPeople = async (
  deps: SimulatedPeopleDeps,
  scenario: Scenario,
  actors: SimulatedPeople['actors'],
): Promise<SimulatedPeople> => {
  const { meetings, names } = emptyCast();
  const teamIds = new Map<string, Meeting['teamId']>();
  let orgId: OrgId | undefined;
  for (const team of scenario.teams) {
    const [first] = team.members.filter((item) => item.isThere);
    const place = await handleInstalled(deps, threadOf(team), first === undefined ? null : senderOf(first));
    ({ orgId } = place);
    teamIds.set(team.id, place.teamId);
    for (const item of team.members.filter((member) => member.isThere)) {
      const { actor } = await syncSender(deps, senderOf(item));
      if (actor?.memberId == null) throw new Error(`There is no person ${item.id}.`);
      actors.set(item.id, actor);
      names.set(actor.memberId, item.id);
    }
    await daysOff(deps, place, team, actors);
    await quietHoursOf(deps, team, actors);
  }
  if (orgId === undefined) throw new Error('A scenario has at least one team.');
  for (const [at, item] of scenario.meetings.entries()) {
    const team = scenario.teams.find((candidate) => candidate.id === item.teamId);
    const [first] = team?.members.filter((member) => member.isThere) ?? [];
    const actor = first === undefined ? undefined : actors.get(first.id);
    const teamId = teamIds.get(item.teamId);
    if (actor === undefined || teamId === undefined)
      throw new ScenarioError([`meetings[${at}].teamId: team ${item.teamId} has no members`]);
    if (!item.isEnabled) continue;
    const author: Actor = { ...actor, role: 'admin' };
    const members = memberIdsOf({ actors }, item.members);
    const observers = item.observers === undefined ? undefined : memberIdsOf({ actors }, item.observers);
    const meeting = await saveMeeting(deps, author, item, { at, teamId, members, observers });
    await approveAddresses(deps, author, meeting);
    meetings.set(item.id, { meeting, questions: questionsOf(item, meeting), author });
    names.set(meeting.id, item.id);
  }
  return { orgId, teamIds, actors, meetings, names };
};
