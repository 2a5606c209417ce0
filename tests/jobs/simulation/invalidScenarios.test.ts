import { aScenario, play } from '../../support/worlds/buildAndPlayScenarios.ts';

// Tests scenarios that the simulation refuses, and the limits of those that it plays.

const good = aScenario({ start: '2026-11-20T00:00:00Z', end: '2026-11-21T00:00:00Z' });
const [goodTeam] = good.teams;
const [goodMeeting] = good.meetings;
const noDays = { monday: false, tuesday: false, wednesday: false, thursday: false, friday: false };

it.each([
  ['no start', { ...good, start: undefined }, /^start: must be an instant/],
  ['an end before the start', { ...good, end: '2026-11-19T00:00:00Z' }, /^end: must lie after start$/],
  ['a start before there were ids', { ...good, start: '0001-01-01T00:00:00Z' }, /^start: must lie in the years/],
  ['an end nobody can write', { ...good, end: '9999-12-31T00:00:00Z' }, /^end: must lie in the years/],
  ['no team', { ...good, teams: [] }, /^teams: needs at least one team$/],
  [
    'an unknown zone',
    { ...good, teams: [{ ...goodTeam, members: [{ id: 'ann', timezone: 'Mars/Olympus' }] }] },
    /^teams\[0\]\.members\[0\]\.timezone: /,
  ],
  [
    'a meeting of no team',
    { ...good, meetings: [{ ...goodMeeting, teamId: 'x' }] },
    /^meetings\[0\]\.teamId: there is no team x$/,
  ],
  [
    'a member who is not in the team',
    { ...good, meetings: [{ ...goodMeeting, members: ['zoe'] }] },
    /^meetings\[0\]\.members: zoe is not in team team$/,
  ],
  [
    'an invalid time',
    { ...good, meetings: [{ ...goodMeeting, time: 1440 }] },
    /^meetings\[0\]\.time: Please select time\.$/,
  ],
  [
    'no weekday',
    { ...good, meetings: [{ ...goodMeeting, ...noDays }] },
    /^meetings\[0\]\.weekdays: Please select Days$/,
  ],
  ['two meetings of one id', { ...good, meetings: [goodMeeting, goodMeeting] }, /^meetings: daily appears twice$/],
  [
    'two meetings of one name',
    { ...good, meetings: [goodMeeting, { ...goodMeeting, id: 'other' }] },
    /^meetings\[1\]: Meeting name already exists\.$/,
  ],
  [
    'an answer to nothing',
    { ...good, answers: [{ meetingId: 'x', memberId: 'ann', date: '2026-11-20', at: good.start }] },
    /^answers\[0\]\.meetingId: there is no meeting x$/,
  ],
  [
    'an answer to a question nobody asked',
    {
      ...good,
      answers: [{ meetingId: 'daily', memberId: 'ann', date: '2026-11-20', at: good.start, values: { x: '' } }],
    },
    /^answers\[0\]\.values: there is no question x$/,
  ],
  [
    'a downtime that ends before it begins',
    { ...good, downtime: [{ from: good.end, to: good.start }] },
    /^downtime\[0\]\.to: /,
  ],
])('refuses %s in words', async (_name, scenario, expected) => {
  await expect(play(scenario)).rejects.toThrow(expected);
});

it.each([
  ['1971-01-01T00:00:00Z', '1971-01-04T00:00:00Z'],
  ['9898-12-29T00:00:00Z', '9898-12-31T23:59:59Z'],
])('plays the first and the last years there are, from %s', async (start, end) => {
  const { lines, notes } = await play({ ...good, start, end });
  expect(lines.filter((line) => line.kind === 'prompt').map((line) => line.date)).not.toEqual([]);
  expect(notes).toEqual([]);
});
