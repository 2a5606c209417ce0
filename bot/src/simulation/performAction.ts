import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MemberId, QuestionId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { meetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { localDateAt } from '../domain/core/zonedTimeAndCalendarDates.ts';
import { saveAnswer } from '../services/answers/saveAnswerAndShowCard.ts';
import type { AnswerDeps } from '../services/answers/saveAnswerAndShowCard.ts';
import { skipRun } from '../services/answers/skipRun.ts';
import { snoozeRun } from '../services/answers/snoozeRun.ts';
import { changeBlockerOf } from '../services/blockers/changeBlocker.ts';
import type { Actor } from '../services/core/actor.ts';
import { handleMembersAdded, handleMembersRemoved } from '../services/teamsSync/handleInstallAndTeamEvents.ts';
import { activateMember } from '../services/people/memberActivationAndOrganisation.ts';
import {
  cancelToday,
  deactivateMeeting,
  deleteMeeting as removeMeeting,
} from '../services/meetings/deactivateDeleteOrCancelMeeting.ts';
import { storeMeeting as saveMeeting } from '../services/meetings/storeMeeting.ts';
import { cancelRun } from '../services/runs/state/cancelRuns.ts';
import { setPreferences } from '../services/people/setPreferences.ts';
import { syncSender } from '../services/teamsSync/senderSyncAndPersonalInstall.ts';
import { startCommand } from '../services/chatCommands/startCommand.ts';
import type { StartDeps } from '../services/chatCommands/startCommand.ts';
import { removeVacation as removeDays, saveVacation as saveDays } from '../services/daysOff/changeAndListDaysOff.ts';
import {
  approveAddresses,
  memberIdsOf,
  questionsOf,
  rosterPerson,
  senderOf,
  threadOf,
} from './simulatedTeamsPeopleAndMeetings.ts';
import type { SimulatedPeople, SimulatedPeopleDeps, SimulatedMeeting } from './simulatedTeamsPeopleAndMeetings.ts';
import type { ScenarioEvent } from './scenarioEventSchema.ts';
import { faultsOf } from './parseScenario.ts';
import type { Scenario, ScenarioTeam } from './parseScenario.ts';

// Performs the actions of people with the same services as the screens and chats.

export type ActingDeps = SimulatedPeopleDeps & AnswerDeps & StartDeps & Parameters<typeof activateMember>[0];
export type ScenarioAnswer = Scenario['answers'][number];

export interface ActionStage {
  readonly scenario: Scenario;
  readonly deps: ActingDeps;
  readonly people: SimulatedPeople;
  /** Scenario ids of people whose chat currently refuses the bot. Events change the set. */
  readonly refusing: Set<string>;
}

type Doing<What extends ScenarioEvent['do']> = Extract<ScenarioEvent, { readonly do: What }>;

/** Thrown if an action is impossible. The message is shown to the author of the scenario. */
class Refused extends Error {}

const meetingOf = ({ people }: ActionStage, id: string): SimulatedMeeting => {
  const simulatedMeeting = people.meetings.get(id);
  if (simulatedMeeting === undefined) throw new Refused('the meeting is deactivated.');
  return simulatedMeeting;
};

const actorOf = ({ people }: ActionStage, id: string): Actor => {
  const actor = people.actors.get(id);
  if (actor === undefined) throw new Refused(`${id} is in no team.`);
  return actor;
};

const placeOf = (
  { scenario, people }: ActionStage,
  id: string,
): { team: ScenarioTeam; teamId: TeamId; admin: Actor } => {
  const team = scenario.teams.find((item) => item.id === id);
  const teamId = people.teamIds.get(id);
  const [first] = team?.members.filter((member) => member.isThere) ?? [];
  const admin = first === undefined ? undefined : people.actors.get(first.id);
  if (team === undefined || teamId === undefined || admin === undefined)
    throw new Refused(`team ${id} has no members.`);
  return { team, teamId, admin: { ...admin, role: 'admin' } };
};

const memberIdOf = (stage: ActionStage, id: string): MemberId => {
  const { memberId } = actorOf(stage, id);
  if (memberId === null) throw new Refused(`${id} is in no team.`);
  return memberId;
};

const personIn = ({ scenario }: ActionStage, id: string): ScenarioTeam['members'][number] => {
  const match = scenario.teams.flatMap((team) => team.members).find((item) => item.id === id);
  if (match === undefined) throw new Refused(`${id} is in no team.`);
  return match;
};

/**
 * Returns the changed questions. A question that the scenario named before keeps its id; a new question has none, and
 * the product creates one.
 */
const editedQuestions = (
  questions: NonNullable<Doing<'edit'>['change']['questions']>,
  known: ReadonlyMap<string, QuestionId>,
) =>
  questions.map((question, index) => ({
    ...question,
    id: known.get(question.id ?? String(question.sequence ?? index + 1)),
    sequence: question.sequence ?? index + 1,
  }));

const edit = async (stage: ActionStage, { meetingId, change }: Doing<'edit'>): Promise<void> => {
  const { deps, people } = stage;
  const before = meetingOf(stage, meetingId);
  const { members, observers, questions, ...rest } = change;
  const draft = meetingDraft.safeParse({
    ...before.meeting,
    ...rest,
    id: before.meeting.id,
    rev: undefined,
    ...(members === undefined ? {} : { members: memberIdsOf(people, members) }),
    ...(observers === undefined ? {} : { observers: memberIdsOf(people, observers) }),
    ...(questions === undefined ? {} : { questions: editedQuestions(questions, before.questions) }),
  });
  if (!draft.success) throw new Refused(faultsOf(draft.error, deps.translateFor('en')).join('; '));
  const meeting = await saveMeeting(deps, before.author, draft.data);
  await approveAddresses(deps, before.author, meeting);
  const named = questions === undefined ? before.questions : questionsOf({ questions }, meeting);
  people.meetings.set(meetingId, { ...before, meeting, questions: named });
};

const cancel = async (stage: ActionStage, { meetingId, date }: Doing<'cancel'>): Promise<void> => {
  const { deps } = stage;
  const { meeting, author } = meetingOf(stage, meetingId);
  const isCancelled =
    date === undefined
      ? (await cancelToday(deps, author, { meetingId: meeting.id })).isCancelled
      : await cancelRun(deps, {
          ...{ orgId: author.orgId, teamId: meeting.teamId, meetingId: meeting.id, date },
          ...{ reason: 'CANCELLED_TODAY', actor: author.name },
        });
  if (!isCancelled) throw new Refused('there is no run to cancel.');
};

const startNow = async (stage: ActionStage, { meetingId }: Doing<'start'>): Promise<void> => {
  const { meeting, author } = meetingOf(stage, meetingId);
  const reader = { locale: 'en', timezone: meeting.timezone };
  const date = localDateAt(stage.deps.clock.now(), meeting.timezone);
  await startCommand(stage.deps, author, reader, { query: '', meetingId: meeting.id, date, thread: null });
};

const changeDays = async (
  stage: ActionStage,
  event: Doing<'holiday' | 'workday'> | Doing<'vacation' | 'back'>,
): Promise<void> => {
  const { deps } = stage;
  const isAdded = event.do === 'holiday' || event.do === 'vacation';
  const change = isAdded ? saveDays : removeDays;
  const { dates } = event;
  if ('teamId' in event) {
    const { teamId, admin } = placeOf(stage, event.teamId);
    await change(deps, admin, { objectType: 'Team', objectId: teamId, dates });
    return;
  }
  const actor = actorOf(stage, event.memberId);
  await change(deps, actor, { objectType: 'User', objectId: memberIdOf(stage, event.memberId), dates });
};

/** Simulates a chat activity of a person, from which the bot updates the person's data, such as the time zone. */
const greet = async (stage: ActionStage, id: string, timezone?: string): Promise<void> => {
  const { deps, people } = stage;
  const person = personIn(stage, id);
  // Without a new time zone, the product keeps the time zone that it knows.
  const { actor } = await syncSender(deps, { ...senderOf(person), timezone: timezone ?? null });
  if (actor?.memberId == null) throw new Refused(`${id} is in no team.`);
  people.actors.set(id, actor);
  people.names.set(actor.memberId, id);
};

const changePlace = async (
  stage: ActionStage,
  event: Doing<'join' | 'leave' | 'disable' | 'enable'>,
): Promise<void> => {
  const { deps } = stage;
  const { team, teamId, admin } = placeOf(stage, event.teamId);
  const person = personIn(stage, event.memberId);
  switch (event.do) {
    case 'join':
      await handleMembersAdded(deps, threadOf(team), [rosterPerson(person)]);
      await greet(stage, person.id, person.timezone ?? undefined);
      return;
    case 'leave':
      await handleMembersRemoved(deps, threadOf(team), [rosterPerson(person).chatUserId]);
      // A person who has left has no actor: the actions of this person are refused, and edits of reports leave the
      // person out.
      stage.people.actors.delete(person.id);
      return;
    case 'disable':
    case 'enable': {
      const memberId = memberIdOf(stage, person.id);
      await activateMember(deps, admin, { teamId, memberId, flag: event.do === 'enable' });
    }
  }
};

const choose = async (stage: ActionStage, event: Doing<'skip' | 'snooze'>): Promise<void> => {
  const { meeting } = meetingOf(stage, event.meetingId);
  const actor = actorOf(stage, event.memberId);
  const run = { meetingId: meeting.id, date: event.date };
  if (event.do === 'skip') await skipRun(stage.deps, actor, { ...run, reason: event.reason });
  else await snoozeRun(stage.deps, actor, { ...run, length: event.length });
};

const changeReportedBlocker = async (
  stage: ActionStage,
  { meetingId, memberId, of = memberId, action, neededId, note }: Doing<'blocker'>,
): Promise<void> => {
  const { meeting } = meetingOf(stage, meetingId);
  await changeBlockerOf(stage.deps, actorOf(stage, memberId), {
    ...{ meetingId: meeting.id, memberId: memberIdOf(stage, of), action, note },
    neededId: neededId == null ? null : memberIdOf(stage, neededId),
  });
};

const act = async (stage: ActionStage, event: ScenarioEvent): Promise<void> => {
  const { deps, refusing } = stage;
  switch (event.do) {
    case 'edit':
      return edit(stage, event);
    case 'activate':
    case 'deactivate': {
      const { meeting, author } = meetingOf(stage, event.meetingId);
      await deactivateMeeting(deps, author, { meetingId: meeting.id, flag: event.do === 'activate' });
      return;
    }
    case 'delete': {
      const { meeting, author } = meetingOf(stage, event.meetingId);
      await removeMeeting(deps, author, { meetingId: meeting.id });
      return;
    }
    case 'cancel':
      return cancel(stage, event);
    case 'start':
      return startNow(stage, event);
    case 'holiday':
    case 'workday':
    case 'vacation':
    case 'back':
      return changeDays(stage, event);
    case 'join':
    case 'leave':
    case 'disable':
    case 'enable':
      return changePlace(stage, event);
    case 'move':
      return greet(stage, event.memberId, event.timezone);
    case 'skip':
    case 'snooze':
      return choose(stage, event);
    case 'blocker':
      return changeReportedBlocker(stage, event);
    case 'mute':
    case 'unmute':
      await setPreferences(deps, actorOf(stage, event.memberId), { mute: event.do === 'mute' });
      return;
    case 'quiet':
      await setPreferences(deps, actorOf(stage, event.memberId), { quietHours: event.quietHours });
      return;
    case 'block':
      refusing.add(event.memberId);
      return;
    case 'unblock':
      refusing.delete(event.memberId);
      return greet(stage, event.memberId);
  }
};

const answer = async (
  stage: ActionStage,
  { meetingId, memberId, date, values: given }: ScenarioAnswer,
): Promise<void> => {
  const about = meetingOf(stage, meetingId);
  const actor = actorOf(stage, memberId);
  const values = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const id = about.questions.get(name);
      return id === undefined ? [] : [[id, value]];
    }),
  );
  await saveAnswer(stage.deps, actor, { meetingId: about.meeting.id, date, values, goals: [] });
};

export type Action =
  | { readonly at: number; readonly answer: ScenarioAnswer }
  | { readonly at: number; readonly event: ScenarioEvent };

const nameOf = (action: Action): string => {
  if ('answer' in action) {
    const { memberId, meetingId, date } = action.answer;
    return `The answer of ${memberId} to ${meetingId} for ${date}`;
  }
  const { event } = action;
  const about = [
    ...('meetingId' in event ? [event.meetingId] : []),
    ...('memberId' in event ? [event.memberId] : []),
    ...('teamId' in event ? [event.teamId] : []),
  ];
  return `The event ${event.do} of ${about.join(', ')}`;
};

/**
 * Performs an action. Returns the reason if the action was impossible or the product refused it; undefined if it
 * succeeded.
 */
export const performAction = async (stage: ActionStage, action: Action): Promise<string | undefined> => {
  try {
    if ('answer' in action) await answer(stage, action.answer);
    else await act(stage, action.event);
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return `${nameOf(action)} is refused: ${error.message}`;
    if (!(error instanceof AppError)) throw error;
    const { translateFor } = stage.deps;
    return `${nameOf(action)} is refused: ${translateFor('en')(error.details.message ?? `error.${error.code}`, error.details.values)}`;
  }
};
