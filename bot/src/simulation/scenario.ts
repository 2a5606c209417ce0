import { z } from 'zod';
import { localDate, sentZone } from '#contracts/ids.ts';
import en from '#contracts/text/en.json' with { type: 'json' };
import type { MessageKey, Words } from '#contracts/text/keys.ts';

// The file that says what happens: who is where, which meetings there are, what is answered when, and when the server is down.

/** Ids are whatever the author likes; the output names the same ones. */
const id = z.union([z.string().min(1), z.number()]).transform(String);
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** Epoch ms. A date alone is its midnight in UTC. */
const instant = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], 'must be an instant such as 2026-03-02T09:30:00Z')
  .transform((value) => Date.parse(value));

const dates = z.array(localDate).default([]);

const member = z.object({
  id,
  name: z.string().min(1).max(100).optional(),
  timezone: sentZone.nullish().transform((zone) => zone ?? null),
  vacations: dates,
  unreachable: z.boolean().default(false),
});

const team = z.object({ id, name: z.string().optional(), holidays: dates, members: z.array(member) });

/** Checked as the product checks a meeting that is saved, once the names in it are ids of ours. */
const meeting = z.looseObject({
  id,
  teamId: id,
  members: z.array(id),
  questions: z.array(z.looseObject({ id: id.optional(), sequence: z.number().optional() })).optional(),
  isEnabled: z.boolean().default(true),
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
  downtime: z.array(z.object({ from: instant, to: instant })).default([]),
});
export type Scenario = z.output<typeof shape>;
export type ScenarioMeeting = Scenario['meetings'][number];
export type ScenarioTeam = Scenario['teams'][number];

/** What is wrong with a scenario, a line each. */
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

const isMessageKey = (said: string): said is MessageKey => Object.hasOwn(en, said);

/** Faults of a schema in words; those of the product's own schemas are keys of its catalogue. */
export const faultsOf = (error: z.ZodError, words: Words, at: readonly PropertyKey[] = []): string[] =>
  error.issues.map(({ path, message }) => {
    const place = placeOf([...at, ...path]);
    const said = isMessageKey(message) ? words(message) : message;
    return place === '' ? said : `${place}: ${said}`;
  });

const twice = (list: readonly string[]): string[] => [...new Set(list.filter((one, at) => list.indexOf(one) !== at))];

const doubled = ({ teams, meetings }: Scenario): string[] => [
  ...twice(teams.map((one) => one.id)).map((one) => `teams: ${one} is there twice`),
  ...twice(meetings.map((one) => one.id)).map((one) => `meetings: ${one} is there twice`),
  ...teams.flatMap((team_, at) =>
    twice(team_.members.map((one) => one.id)).map((one) => `teams[${at}].members: ${one} is there twice`),
  ),
];

/** External ids of a meeting's questions: their own, else their place in the order. */
export const questionNames = (one: ScenarioMeeting): string[] =>
  (one.questions ?? []).map((question, at) => question.id ?? String(question.sequence ?? at + 1));

const meetingFaults = ({ teams, meetings }: Scenario): string[] =>
  meetings.flatMap((one, at) => {
    const own = teams.find((candidate) => candidate.id === one.teamId);
    if (own === undefined) return [`meetings[${at}].teamId: there is no team ${one.teamId}`];
    const known = new Set(own.members.map((person) => person.id));
    return one.members
      .filter((person) => !known.has(person))
      .map((person) => `meetings[${at}].members: ${person} is not in team ${one.teamId}`);
  });

const answerFaults = ({ meetings, answers, start, end }: Scenario): string[] =>
  answers.flatMap((one, at) => {
    const about = meetings.find((candidate) => candidate.id === one.meetingId);
    if (about === undefined) return [`answers[${at}].meetingId: there is no meeting ${one.meetingId}`];
    const known = new Set(questionNames(about));
    const unknown = about.questions === undefined ? [] : Object.keys(one.values).filter((name) => !known.has(name));
    return [
      ...(about.members.includes(one.memberId)
        ? []
        : [`answers[${at}].memberId: ${one.memberId} is not in meeting ${one.meetingId}`]),
      ...(one.at < start || one.at > end ? [`answers[${at}].at: lies outside the time from start to end`] : []),
      ...unknown.map((name) => `answers[${at}].values: there is no question ${name}`),
    ];
  });

/** Ids hold no time before 1970, and a trial that never ends in a simulation lasts a hundred years: all of it has four-digit years. */
const playable = { from: Date.UTC(1971, 0, 1), before: Date.UTC(9899, 0, 1) };

const isPlayable = (ms: number): boolean => ms >= playable.from && ms < playable.before;

const timeFaults = ({ start, end, downtime }: Scenario): string[] => [
  ...(isPlayable(start) ? [] : ['start: must lie in the years 1971 to 9898']),
  ...(isPlayable(end) ? [] : ['end: must lie in the years 1971 to 9898']),
  ...(end <= start ? ['end: must lie after start'] : []),
  ...downtime.flatMap(({ from, to }, at) => (to <= from ? [`downtime[${at}].to: must lie after from`] : [])),
];

/** Reads a scenario. Throws ScenarioError with every fault there is. */
export const parseScenario = (source: string, words: Words): Scenario => {
  let json: unknown;
  try {
    json = JSON.parse(source);
  } catch (error) {
    throw new ScenarioError([`is not JSON: ${error instanceof Error ? error.message : ''}`]);
  }
  const parsed = shape.safeParse(json);
  if (!parsed.success) throw new ScenarioError(faultsOf(parsed.error, words));
  const { data } = parsed;
  const faults = [...timeFaults(data), ...doubled(data), ...meetingFaults(data), ...answerFaults(data)];
  if (faults.length > 0) throw new ScenarioError(faults);
  return data;
};
