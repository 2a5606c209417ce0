import { z } from 'zod';
import { localDate, sentZone } from '#contracts/core/idDateAndZoneSchemas.ts';
import en from '#contracts/text/en.json' with { type: 'json' };
import { sentQuietHours } from '#contracts/people/quietHours.ts';
import type { MessageKey, Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { event, eventFaults } from './scenarioEventSchema.ts';
import { dates, id, instant, text } from './scenarioFieldSchemas.ts';
import { invalidFaultPeriods, simulatedFaultFields } from './simulatedFaults.ts';

// Reads the scenario file: teams and their members, meetings, digests, answers, events and simulated faults.

const member = z.object({
  id,
  name: z.string().min(1).max(100).optional(),
  timezone: sentZone.nullish().transform((zone) => zone ?? null),
  vacations: dates,
  unreachable: z.boolean().default(false),
  quietHours: sentQuietHours.optional(),
  /** False if the person is not in the team until an event adds the person. */
  isThere: z.boolean().default(true),
});

const team = z.object({ id, name: z.string().optional(), holidays: dates, members: z.array(member) });

/**
 * A meeting of the scenario. The product's own rules check its further fields later, after the scenario's ids were
 * replaced by ids of the store.
 */
const meeting = z.looseObject({
  id,
  teamId: id,
  members: z.array(id),
  observers: z.array(id).optional(),
  questions: z.array(z.looseObject({ id: id.optional(), sequence: z.number().optional() })).optional(),
  isEnabled: z.boolean().default(true),
});

/** A digest of the scenario. The product's own rules check its further fields later. */
const digest = z.looseObject({
  id,
  teamId: id,
  ownerId: id,
  members: z.array(id).default([]),
  inChannel: z.boolean().default(false),
});

const answer = z.object({
  meetingId: id,
  memberId: id,
  date: localDate,
  at: instant,
  values: z.record(z.string(), text).default({}),
});

const shape = z.object({
  start: instant,
  end: instant,
  teams: z.array(team).min(1, 'needs at least one team'),
  meetings: z.array(meeting),
  answers: z.array(answer).default([]),
  digests: z.array(digest).default([]),
  events: z.array(event).default([]),
  ...simulatedFaultFields,
});
export type Scenario = z.output<typeof shape>;
export type ScenarioMeeting = Scenario['meetings'][number];
export type ScenarioTeam = Scenario['teams'][number];

/** Thrown for an invalid scenario. The message lists the faults, one line each. */
export class ScenarioError extends Error {
  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ScenarioError';
  }
}

const placeOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');

const isMessageKey = (message: string): message is MessageKey => Object.hasOwn(en, message);

/**
 * Returns the errors of a schema as text. Errors of the product's own schemas are keys of its text catalogue, and are
 * translated.
 */
export const faultsOf = (error: z.ZodError, t: Translate, at: readonly PropertyKey[] = []): string[] =>
  error.issues.map(({ path, message }) => {
    const place = placeOf([...at, ...path]);
    const sentence = isMessageKey(message) ? t(message) : message;
    return place === '' ? sentence : `${place}: ${sentence}`;
  });

const twice = (list: readonly string[]): string[] => [
  ...new Set(list.filter((item, index) => list.indexOf(item) !== index)),
];

const doubled = ({ teams, meetings }: Scenario): string[] => [
  ...twice(teams.map((item) => item.id)).map((item) => `teams: ${item} appears twice`),
  ...twice(meetings.map((item) => item.id)).map((item) => `meetings: ${item} appears twice`),
  ...teams.flatMap((team_, index) =>
    twice(team_.members.map((item) => item.id)).map((item) => `teams[${index}].members: ${item} appears twice`),
  ),
];

/**
 * Returns the ids of a meeting's questions in the scenario: the id that the author chose or, without such an id, the
 * sequence number.
 */
export const questionNames = (item: Pick<ScenarioMeeting, 'questions'>): string[] =>
  (item.questions ?? []).map((question, index) => question.id ?? String(question.sequence ?? index + 1));

const meetingFaults = ({ teams, meetings }: Scenario): string[] =>
  meetings.flatMap((item, index) => {
    const own = teams.find((candidate) => candidate.id === item.teamId);
    if (own === undefined) return [`meetings[${index}].teamId: there is no team ${item.teamId}`];
    const known = new Set(own.members.filter((person) => person.isThere).map((person) => person.id));
    return (['members', 'observers'] as const).flatMap((list) =>
      (item[list] ?? [])
        .filter((person) => !known.has(person))
        .map((person) => `meetings[${index}].${list}: ${person} is not in team ${item.teamId}`),
    );
  });

/**
 * Returns all members and question ids that the meeting ever has in the scenario, because edits may add members and
 * questions.
 */
const everIn = (about: ScenarioMeeting, { events }: Scenario) => {
  const changes = events.flatMap((item) => (item.do === 'edit' && item.meetingId === about.id ? [item.change] : []));
  const request = [about, ...changes].filter((change) => change.questions !== undefined);
  return {
    members: new Set([about, ...changes].flatMap((change) => change.members ?? [])),
    questions: request.length === 0 ? undefined : new Set(request.flatMap(questionNames)),
  };
};

const answerFaults = (scenario: Scenario): string[] =>
  scenario.answers.flatMap((item, index) => {
    const about = scenario.meetings.find((candidate) => candidate.id === item.meetingId);
    if (about === undefined) return [`answers[${index}].meetingId: there is no meeting ${item.meetingId}`];
    const { members, questions } = everIn(about, scenario);
    const unknown = Object.keys(item.values).filter((name) => questions?.has(name) === false);
    const isOutside = item.at < scenario.start || item.at > scenario.end;
    return [
      ...(members.has(item.memberId)
        ? []
        : [`answers[${index}].memberId: ${item.memberId} is not in meeting ${item.meetingId}`]),
      ...(isOutside ? [`answers[${index}].at: lies outside the time from start to end`] : []),
      ...unknown.map((name) => `answers[${index}].values: there is no question ${name}`),
    ];
  });

/**
 * Allowed times of a scenario. Ids cannot contain a time before 1970. The trial of a simulation lasts a hundred years,
 * and its end must still be in a year of four digits.
 */
const playable = { from: Date.UTC(1971, 0, 1), before: Date.UTC(9899, 0, 1) };

const isPlayable = (ms: number): boolean => ms >= playable.from && ms < playable.before;

const timeFaults = ({ start, end }: Scenario): string[] => [
  ...(isPlayable(start) ? [] : ['start: must lie in the years 1971 to 9898']),
  ...(isPlayable(end) ? [] : ['end: must lie in the years 1971 to 9898']),
  ...(end <= start ? ['end: must lie after start'] : []),
];

export const parseScenario = (source: string, t: Translate): Scenario => {
  let json: unknown;
  try {
    json = JSON.parse(source);
  } catch (error) {
    throw new ScenarioError([`is not JSON: ${error instanceof Error ? error.message : ''}`]);
  }
  const parsed = shape.safeParse(json);
  if (!parsed.success) throw new ScenarioError(faultsOf(parsed.error, t));
  const { data } = parsed;
  const faults = [
    ...timeFaults(data),
    ...invalidFaultPeriods(data),
    ...doubled(data),
    ...meetingFaults(data),
    ...answerFaults(data),
    ...eventFaults(data),
  ];
  if (faults.length > 0) throw new ScenarioError(faults);
  return data;
};
