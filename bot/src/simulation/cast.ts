import { AppError } from '#contracts/errors.ts';
import type { OrgId, QuestionId } from '#contracts/ids.ts';
import { meetingDraft } from '#contracts/meeting.ts';
import type { Meeting } from '#contracts/meeting.ts';
import type { MessageKey } from '#contracts/text/keys.ts';
import type { RosterPerson } from '../gateways/messenger.ts';
import type { Actor } from '../services/actor.ts';
import type { Sender, Thread } from '../services/chat.ts';
import { installed } from '../services/installs.ts';
import type { InstallDeps } from '../services/installs.ts';
import { defaultQuestions } from '../services/meetingDefaults.ts';
import { save } from '../services/meetings.ts';
import type { MeetingDeps } from '../services/meetings.ts';
import { seen } from '../services/seen.ts';
import { inOrg } from '../store/kind.ts';
import { vacation } from '../store/kinds/org.ts';
import { dayHoliday, dayVacation, holiday } from '../store/kinds/team.ts';
import { reminderWords } from './recorder.ts';
import { faultsOf, questionNames, ScenarioError } from './scenario.ts';
import type { Scenario, ScenarioMeeting, ScenarioTeam } from './scenario.ts';

// Teams, people and meetings of a scenario, brought in as in life: the bot is installed, people are seen, reports are saved.

const tid = 'simulation';
const serviceUrl = 'https://chat.simulation/';

export const personOf = (teamsUserId: string): string => teamsUserId.slice('user-'.length);

const roster = (team: ScenarioTeam): RosterPerson[] =>
  team.members.map(({ id, name = id }) => ({ teamsUserId: `user-${id}`, oid: id, name, email: '' }));

const threadOf = (team: ScenarioTeam): Thread => ({
  kind: 'TEAM',
  tid,
  threadId: `team-${team.id}`,
  name: team.name ?? team.id,
  serviceUrl,
});

const senderOf = ({ id, name = id, timezone }: ScenarioTeam['members'][number]): Sender => ({
  tid,
  oid: id,
  teamsUserId: `user-${id}`,
  name,
  timezone,
  locale: 'en',
  serviceUrl,
  personalConversationId: null,
});

/** What Teams tells of the scenario's teams. */
export const rosters = (scenario: Scenario): InstallDeps['messenger'] => ({
  roster: async function* ({ threadId }) {
    const team = scenario.teams.find((one) => threadOf(one).threadId === threadId);
    yield await Promise.resolve(team === undefined ? [] : roster(team));
  },
  channels: ({ threadId }) => Promise.resolve([{ threadId, name: null }]),
});

/** Ids of the scenario behind those of the store, and the other way round. */
export interface Cast {
  readonly orgId: OrgId;
  /** By the member's own id. */
  readonly actors: ReadonlyMap<string, Actor>;
  /** By the meeting's own id; without those that are switched off. */
  readonly meetings: ReadonlyMap<
    string,
    { readonly meeting: Meeting; readonly questions: ReadonlyMap<string, QuestionId> }
  >;
  readonly names: ReadonlyMap<string, string>;
}

export type CastDeps = InstallDeps & MeetingDeps;

/** Days off have no call of their own that takes any date, so their rows are written as that call writes them. */
const daysOff = async (
  deps: CastDeps,
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
  for (const one of team.members) {
    const memberId = actors.get(one.id)?.memberId;
    if (memberId == null) continue;
    for (const date of one.vacations) {
      await records.touch(vacation, { memberId, date }, { memberId, date });
      await records.touch(dayVacation, { teamId, memberId, date }, { memberId, date });
    }
  }
};

const draftOf = (deps: CastDeps, one: ScenarioMeeting, teamId: string, members: readonly string[]) => {
  const given = Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null && value !== undefined));
  const type = given['type'] === 'RETRO' ? 'RETRO' : 'STANDUP';
  const questions = one.questions?.map((question, at) => ({
    ...question,
    id: undefined,
    sequence: question.sequence ?? at + 1,
  }));
  // Channels are places of a real team: all of it goes to General.
  return {
    ...given,
    id: undefined,
    rev: undefined,
    channelId: null,
    teamId,
    members,
    questions: questions ?? defaultQuestions(deps.words('en'), type),
  };
};

const saveMeeting = async (
  deps: CastDeps,
  actor: Actor,
  one: ScenarioMeeting,
  place: { readonly at: number; readonly teamId: string; readonly members: readonly string[] },
): Promise<Meeting> => {
  const words = deps.words('en');
  const draft = meetingDraft.safeParse(draftOf(deps, one, place.teamId, place.members));
  if (!draft.success) throw new ScenarioError(faultsOf(draft.error, words, ['meetings', place.at]));
  try {
    return await save(deps, actor, { ...draft.data, ...reminderWords });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const key: MessageKey = error.details.message ?? `error.${error.code}`;
    throw new ScenarioError([`meetings[${place.at}]: ${words(key)}`]);
  }
};

/** The questions' names in the scenario, by their order, which is how the saved ones stand. */
const questionsOf = (one: ScenarioMeeting, meeting: Meeting): Map<string, QuestionId> => {
  const names = questionNames(one);
  const inOrder = (one.questions ?? [])
    .map((question, at) => ({ name: names[at] ?? '', sequence: question.sequence ?? at + 1 }))
    .sort((a, b) => a.sequence - b.sequence);
  const named =
    inOrder.length > 0
      ? inOrder.map((question) => question.name)
      : meeting.questions.map((question) => String(question.sequence));
  return new Map(
    named.flatMap((name, at) => (meeting.questions[at] === undefined ? [] : [[name, meeting.questions[at].id]])),
  );
};

const emptyCast = () => ({
  actors: new Map<string, Actor>(),
  meetings: new Map<string, { meeting: Meeting; questions: Map<string, QuestionId> }>(),
  names: new Map<string, string>(),
});

/** Everything the scenario says is there at its start. Throws ScenarioError for what the product would refuse. */
export const bringIn = async (deps: CastDeps, scenario: Scenario): Promise<Cast> => {
  const { actors, meetings, names } = emptyCast();
  const teamIds = new Map<string, Meeting['teamId']>();
  let orgId: OrgId | undefined;
  for (const team of scenario.teams) {
    const [first] = team.members;
    const place = await installed(deps, threadOf(team), first === undefined ? null : senderOf(first));
    ({ orgId } = place);
    teamIds.set(team.id, place.teamId);
    for (const one of team.members) {
      const { actor } = await seen(deps, senderOf(one));
      if (actor?.memberId == null) throw new Error(`Nobody is known as ${one.id}.`);
      actors.set(one.id, actor);
      names.set(actor.memberId, one.id);
    }
    await daysOff(deps, place, team, actors);
  }
  if (orgId === undefined) throw new Error('A scenario has at least one team.');
  for (const [at, one] of scenario.meetings.entries()) {
    const team = scenario.teams.find((candidate) => candidate.id === one.teamId);
    const [first] = team?.members ?? [];
    const actor = first === undefined ? undefined : actors.get(first.id);
    const teamId = teamIds.get(one.teamId);
    if (actor === undefined || teamId === undefined)
      throw new ScenarioError([`meetings[${at}].teamId: team ${one.teamId} has no members`]);
    const members = one.members.flatMap((member) => actors.get(member)?.memberId ?? []);
    if (!one.isEnabled) continue;
    const meeting = await saveMeeting(deps, { ...actor, role: 'admin' }, one, { at, teamId, members });
    meetings.set(one.id, { meeting, questions: questionsOf(one, meeting) });
    names.set(meeting.id, one.id);
  }
  return { orgId, actors, meetings, names };
};
