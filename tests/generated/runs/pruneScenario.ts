import type { MeetingFields, Scenario } from './runScenarioFormat.ts';

// Removes parts from a failing scenario, one at a time, as long as it still fails.

const lists = [
  ...(['events', 'answers', 'downtime', 'storms', 'lostReplies', 'kills', 'twoInstances', 'refusedMarks'] as const),
  'meetings',
] as const;

const without = <One>(list: readonly One[], index: number): One[] => list.filter((_, position) => position !== index);

const withoutPerson = (change: MeetingFields, id: string): MeetingFields => ({
  ...change,
  ...(change.members === undefined ? {} : { members: change.members.filter((text) => text !== id) }),
  ...(change.observers === undefined ? {} : { observers: change.observers.filter((text) => text !== id) }),
});

const withoutMember = (scenario: Scenario, id: string): Scenario => ({
  ...scenario,
  teams: scenario.teams.map((team) => ({ ...team, members: team.members.filter((member) => member.id !== id) })),
  meetings: scenario.meetings.map((meeting) => ({
    ...meeting,
    members: meeting.members.filter((text) => text !== id),
    ...(meeting.observers === undefined ? {} : { observers: meeting.observers.filter((text) => text !== id) }),
  })),
  answers: (scenario.answers ?? []).filter((answer) => answer.memberId !== id),
  events: (scenario.events ?? [])
    .filter((event) => !('memberId' in event) || event.memberId !== id)
    .map((event) => (event.do === 'edit' ? { ...event, change: withoutPerson(event.change, id) } : event)),
});

const plainer = function* (scenario: Scenario): Generator<Scenario> {
  for (const name of lists)
    for (let index = (scenario[name] ?? []).length - 1; index >= 0; index -= 1)
      yield { ...scenario, [name]: without<unknown>(scenario[name] ?? [], index) };
  for (const { id } of scenario.teams.flatMap((team) => team.members)) yield withoutMember(scenario, id);
  const plain = scenario.teams.map((team) => ({
    ...team,
    holidays: [],
    members: team.members.map(({ id, timezone, isThere = true }) => ({
      id,
      timezone,
      ...(isThere ? {} : { isThere }),
    })),
  }));
  if (JSON.stringify(plain) !== JSON.stringify(scenario.teams)) yield { ...scenario, teams: plain };
};

/** Removes empty lists, because they only lengthen the stored scenario. */
const tidy = (scenario: Scenario): Scenario =>
  Object.fromEntries(
    Object.entries(scenario).filter(([, value]) => !Array.isArray(value) || value.length > 0),
  ) as unknown as Scenario;

/**
 * Removes parts until no further part can be removed from the failing scenario. `isWrong` must return false for a
 * scenario that cannot be played.
 */
export const pruneScenario = async (
  scenario: Scenario,
  isWrong: (scenario: Scenario) => Promise<boolean>,
): Promise<Scenario> => {
  for (const candidate of plainer(scenario)) if (await isWrong(candidate)) return pruneScenario(candidate, isWrong);
  return tidy(scenario);
};
