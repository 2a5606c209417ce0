import { localTime, play } from '../support/worlds/buildAndPlayScenarios.ts';
import { reportFigures } from '../support/files/printFigures.ts';

// Simulates a week of twelve reports in twelve zones with twelve people in each zone: each prompt must be sent at the
// member's own time. The three North American zones change their clocks on the Sunday on which the simulation begins;
// the other nine zones have an ordinary week.

const zones = [
  'Pacific/Auckland',
  'Australia/Sydney',
  'Asia/Tokyo',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Europe/Moscow',
  'Europe/Berlin',
  'Europe/London',
  'America/Sao_Paulo',
  'America/New_York',
  'America/Chicago',
  'America/Los_Angeles',
];
const questions = [{ id: 'done', sequence: 1, text: 'What did you get done?', type: 'TEXT' }];

/** Returns the minute of an instant, because the rate limit spreads a hundred prompts over several seconds. */
const minuteOf = (at: string): number => Math.floor(Date.parse(at) / 60_000) * 60_000;

const week = (start: string, end: string) => {
  const idOf = (report: number, zone: number): string => `p${report}-${zone}`;
  const members = zones.flatMap((_, report) =>
    zones.map((timezone, zone) => ({ id: idOf(report, zone), name: idOf(report, zone), timezone })),
  );
  const meetings = zones.map((timezone, report) => ({
    ...{
      id: `m${report}`,
      name: `Report ${report}`,
      teamId: 'team',
      time: 570,
      timezone,
      timeBasis: 'MEMBER',
      questions,
    },
    members: zones.map((_, zone) => idOf(report, zone)),
  }));
  return { start, end, teams: [{ id: 'team', name: 'World', holidays: [], members }], meetings, answers: [] };
};

it('prompts in the week in which North America changes its clocks at the local time, in 12 × 12 zones, on 720 of 720 member-days', async () => {
  const { lines, notes } = await play(week('2026-03-08T00:00:00Z', '2026-03-14T18:00:00Z'));
  expect(notes).toEqual([]);
  const zoneOf = (memberId: string): string => zones[Number(memberId.split('-')[1])] ?? '';
  const days = new Map<string, number>();
  for (const { kind, at, memberId = '', date } of lines) {
    if (kind !== 'prompt') continue;
    const local = localTime(at, zoneOf(memberId));
    const isRight = /^(?:Mon|Tue|Wed|Thu|Fri) /.test(local) && local.slice(4) === `${date} 09:30`;
    const name = isRight ? `${memberId} ${date}` : `wrong ${memberId} ${local}`;
    days.set(name, (days.get(name) ?? 0) + 1);
  }
  const right = [...days].filter(([name, times]) => !name.startsWith('wrong') && times === 1).length;
  const closes = new Map<string, number>();
  for (const { kind, at, meetingId, date } of lines)
    if (kind === 'prompt')
      closes.set(`${meetingId} ${date}`, Math.max(closes.get(`${meetingId} ${date}`) ?? 0, minuteOf(at) + 7_200_000));
  const early = lines.filter(
    ({ kind, at, meetingId, date }) =>
      kind === 'completed' && Date.parse(at) < (closes.get(`${meetingId} ${date}`) ?? Number.POSITIVE_INFINITY),
  );
  reportFigures(`${right} of ${days.size} member-days right, ${early.length} called missing before their own close`);
  expect([...days.keys()].filter((name) => name.startsWith('wrong'))).toEqual([]);
  expect(right).toBe(720);
  expect(days.size).toBe(720);
  expect(early).toEqual([]);
  expect(lines.filter((line) => line.kind === 'missed')).toEqual([]);
});
