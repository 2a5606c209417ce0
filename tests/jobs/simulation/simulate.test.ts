import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { aScenario, localTime, play, story, tell } from '../../support/worlds/simulation.ts';
import type { Played, ScenarioPart } from '../../support/worlds/simulation.ts';
import { programFile } from '../../support/files/programs.ts';
import { useTempDir } from '../../support/files/tempDir.ts';

// Tests `npm run simulate`: the real engine on a jumping clock, with the clock changes and zones that schedulers often
// get wrong.

const inTemp = useTempDir();
const playing = (part: ScenarioPart): Promise<Played> => play(aScenario(part));
const prompts = ({ lines }: Played) => lines.filter((line) => line.kind === 'prompt');
const kinds = ({ lines }: Played, kind: string) => lines.filter((line) => line.kind === kind);

const promptTimes = (played: Played, memberId: string, zone: string): string[] =>
  prompts(played)
    .filter((line) => line.memberId === memberId)
    .map((line) => localTime(line.at, zone));

describe('the output', () => {
  it('is every message of a day in the order of time, with the ids of the scenario', async () => {
    const played = await playing({
      start: '2026-11-20T00:00:00Z',
      end: '2026-11-20T23:00:00Z',
      zones: { ann: 'Europe/Berlin', bob: null },
      meeting: { isReminderEnabled: true, reportSummaryEmail: 'lead@example.org' },
      answers: [
        { memberId: 'ann', date: '2026-11-20', at: '2026-11-20T09:10:00Z' },
        { memberId: 'bob', date: '2026-11-20', at: '2026-11-20T11:30:00Z' },
      ],
    });
    expect(played.notes).toEqual([]);
    expect(story(played.lines)).toEqual([
      '11-20 09:00 prompt ann',
      '11-20 09:00 prompt bob',
      '11-20 09:00 broadcast',
      '11-20 10:00 reminder1 bob',
      '11-20 10:45 reminder2 bob',
      '11-20 11:00 completed WINDOW_OVER',
      '11-20 11:00 summary',
      expect.stringMatching(/^11-20 11:00 email$/),
      '11-20 11:30 summary-update',
    ]);
    const [first] = played.lines;
    expect(first).toEqual({
      at: '2026-11-20T09:00:00.000Z',
      kind: 'prompt',
      meetingId: 'daily',
      date: '2026-11-20',
      memberId: 'ann',
    });
  });

  it('is the same however often it is played', async () => {
    const zones = { ann: 'Asia/Tokyo', bob: 'Europe/Berlin', cem: 'America/New_York' };
    const part = { start: '2026-11-19T00:00:00Z', end: '2026-11-22T00:00:00Z', zones };
    const [played, two] = [await playing(part), await playing(part)];
    expect(played.lines).toEqual(two.lines);
    expect(played.lines).not.toHaveLength(0);
  });
});

describe('each in their own zone', () => {
  it.each([
    ['New York, Sydney, Los Angeles', { ned: 'America/New_York', sue: 'Australia/Sydney', lou: 'America/Los_Angeles' }],
    [
      'half and quarter hours',
      {
        kim: 'Asia/Kolkata',
        kat: 'Asia/Kathmandu',
        cha: 'Pacific/Chatham',
        how: 'Australia/Lord_Howe',
        joh: 'America/St_Johns',
        euc: 'Australia/Eucla',
        mar: 'Pacific/Marquesas',
      },
    ],
    ['the ends of the world', { kir: 'Pacific/Kiritimati', nie: 'Pacific/Niue', ber: 'Europe/Berlin' }],
  ])(
    '%s: sends one prompt a weekday at 09:30 local time, and counts no member as missing before their close',
    async (_name, zones) => {
      const played = await playing({
        start: '2026-03-20T00:00:00Z',
        end: '2026-04-04T12:00:00Z',
        zones,
        meeting: { time: 570, timeBasis: 'MEMBER' },
      });
      let right = 0;
      for (const [memberId, zone] of Object.entries(zones)) {
        const times = promptTimes(played, memberId, zone);
        expect(times.filter((time) => !/^(?:Mon|Tue|Wed|Thu|Fri) .* 09:30$/.test(time))).toEqual([]);
        expect(new Set(times).size).toBe(times.length);
        // The period has two full weeks, and clocks change in it in Europe and on Lord Howe Island.
        expect(times.length).toBeGreaterThanOrEqual(10);
        right += times.length;
      }
      for (const { date, at } of kinds(played, 'completed')) {
        const asked = prompts(played).filter((line) => line.date === date);
        const lastClose = Math.max(...asked.map((line) => Date.parse(line.at))) + 120 * 60_000;
        expect(Date.parse(at)).toBe(lastClose);
      }
      tell(`${Object.keys(zones).length} zones, two weeks: ${right} of ${prompts(played).length} prompts right`);
    },
  );
});

it('still applies on the same day to members whose time is ahead, and counts no other as missing', async () => {
  const zones = { syd: 'Australia/Sydney', ber: 'Europe/Berlin', nyc: 'America/New_York' };
  // It is Tuesday, 06:00 UTC: 09:30 has passed in Sydney but not in Berlin and New York.
  const played = await playing({
    start: '2026-11-17T06:00:00Z',
    end: '2026-11-18T23:00:00Z',
    zones,
    meeting: { time: 570, timeBasis: 'MEMBER' },
  });
  expect(story(played.lines).filter((line) => /prompt|missed|completed/.test(line))).toEqual([
    '11-17 08:30 prompt ber',
    '11-17 14:30 prompt nyc',
    '11-17 16:30 completed WINDOW_OVER',
    '11-17 22:30 prompt syd',
    '11-18 08:30 prompt ber',
    '11-18 14:30 prompt nyc',
    '11-18 16:30 completed WINDOW_OVER',
    '11-18 22:30 prompt syd',
  ]);
});

describe('the calendar', () => {
  it('keeps 10:00 local time from January to July, and leaves weekends alone', async () => {
    const played = await playing({ start: '2026-01-02T00:00:00Z', end: '2026-07-31T23:00:00Z' });
    const times = promptTimes(played, 'ann', 'Europe/Berlin');
    expect(times.filter((time) => !/^(?:Mon|Tue|Wed|Thu|Fri) .* 10:00$/.test(time))).toEqual([]);
    // The period from 2 January to 31 July 2026 has 151 weekdays.
    expect(new Set(times).size).toBe(151);
    expect(times).toHaveLength(151);
    tell(`saved in January: ${times.length} of 151 weekdays at 10:00, 0 at weekends`);
  });

  it('runs at midnight, and at the hour after where midnight is skipped', async () => {
    const played = await playing({
      start: '2026-03-03T12:00:00Z',
      end: '2026-03-12T12:00:00Z',
      zones: { hav: 'America/Havana' },
      meeting: { time: 0, timezone: 'America/Havana', saturday: true, sunday: true },
    });
    expect(promptTimes(played, 'hav', 'America/Havana')).toEqual([
      'Wed 2026-03-04 00:00',
      'Thu 2026-03-05 00:00',
      'Fri 2026-03-06 00:00',
      'Sat 2026-03-07 00:00',
      'Sun 2026-03-08 01:00',
      'Mon 2026-03-09 00:00',
      'Tue 2026-03-10 00:00',
      'Wed 2026-03-11 00:00',
      'Thu 2026-03-12 00:00',
    ]);
  });

  it.each(['MEETING', 'MEMBER'])('skips the day that Samoa skipped, time basis %s', async (timeBasis) => {
    const played = await playing({
      start: '2011-12-26T12:00:00Z',
      end: '2012-01-03T12:00:00Z',
      zones: { api: 'Pacific/Apia' },
      meeting: { timezone: 'Pacific/Apia', timeBasis, saturday: true, sunday: true },
    });
    expect(promptTimes(played, 'api', 'Pacific/Apia').map((time) => time.slice(4))).toEqual([
      '2011-12-26 10:00',
      '2011-12-27 10:00',
      '2011-12-28 10:00',
      '2011-12-29 10:00',
      '2011-12-31 10:00',
      '2012-01-01 10:00',
      '2012-01-02 10:00',
      '2012-01-03 10:00',
    ]);
    expect(kinds(played, 'missed')).toEqual([]);
  });

  it('does not post the summary of a window over midnight with the prompt, nor twice', async () => {
    const played = await playing({
      start: '2026-11-19T12:00:00Z',
      end: '2026-11-21T12:00:00Z',
      meeting: { time: 1380, reportSummaryTime: 180, friday: false },
    });
    expect(story(played.lines, 'Europe/Berlin')).toEqual([
      '11-19 23:00 prompt ann',
      '11-19 23:00 broadcast',
      '11-20 02:00 completed WINDOW_OVER',
      '11-20 02:00 summary',
    ]);
    expect(new Set(played.lines.map((line) => line.date))).toEqual(new Set(['2026-11-19']));
  });

  it('sends no prompts on a holiday, on a vacation day, or on the afternoon of the first save', async () => {
    const played = await playing({
      start: '2026-11-18T13:00:00Z',
      end: '2026-11-23T23:00:00Z',
      zones: { ann: 'Europe/Berlin', bob: 'Europe/Berlin' },
      holidays: ['2026-11-20'],
      vacations: { bob: ['2026-11-23'] },
    });
    expect(story(played.lines).filter((line) => !line.includes('summary') && !line.includes('broadcast'))).toEqual([
      '11-19 09:00 prompt ann',
      '11-19 09:00 prompt bob',
      '11-19 11:00 completed WINDOW_OVER',
      '11-20 09:00 completed HOLIDAY',
      '11-23 09:00 prompt ann',
      '11-23 11:00 completed WINDOW_OVER',
    ]);
  });
});

describe('a server that is down', () => {
  const downUntil = (to: string, meeting: Readonly<Record<string, unknown>> = {}): Promise<Played> =>
    playing({
      start: '2026-11-20T00:00:00Z',
      end: '2026-11-22T00:00:00Z',
      meeting,
      downtime: [{ from: '2026-11-20T08:30:00Z', to }],
    });

  it.each([
    ['08:59', ['09:00 prompt ann', '09:00 broadcast', '11:00 completed WINDOW_OVER', '11:00 summary']],
    ['09:10', ['09:10 prompt ann late', '09:10 broadcast', '11:00 completed WINDOW_OVER', '11:00 summary']],
    ['10:00', ['10:00 prompt ann late', '10:00 broadcast', '11:00 completed WINDOW_OVER', '11:00 summary']],
    ['10:01', ['10:01 missed DOWNTIME']],
    ['18:00', ['18:00 missed DOWNTIME']],
  ])('a server that is down until %s', async (to, expected) => {
    const played = await downUntil(`2026-11-20T${to}:00Z`);
    expect(story(played.lines).map((line) => line.slice(6))).toEqual(expected);
  });

  it('a server that was down never asks after the close, however short the window', async () => {
    const played = await downUntil('2026-11-20T09:30:00Z', { reportSummaryTime: 30 });
    expect(story(played.lines)).toEqual(['11-20 09:30 missed DOWNTIME']);
  });

  it('leaves a record of each day it was gone, and asks only in the run that is in time', async () => {
    const played = await playing({
      start: '2026-11-16T00:00:00Z',
      end: '2026-11-20T23:00:00Z',
      downtime: [{ from: '2026-11-16T12:00:00Z', to: '2026-11-19T09:45:00Z' }],
    });
    expect(story([...kinds(played, 'missed'), ...prompts(played)])).toEqual([
      '11-19 09:45 missed DOWNTIME',
      '11-19 09:45 missed DOWNTIME',
      '11-16 09:00 prompt ann',
      '11-19 09:45 prompt ann late',
      '11-20 09:00 prompt ann',
    ]);
    expect(kinds(played, 'missed').map((line) => line.date)).toEqual(['2026-11-17', '2026-11-18']);
  });

  // The server stops after the prompts and is off at the close at 11:00.
  it.each([
    ['2026-11-20T12:00:00Z', 'summary late'],
    ['2026-11-21T10:59:00Z', 'summary late'],
    ['2026-11-21T11:01:00Z', undefined],
  ])('back at %s: sends the summary up to a day late', async (to, expected) => {
    const played = await playing({
      start: '2026-11-20T00:00:00Z',
      end: '2026-11-22T12:00:00Z',
      downtime: [{ from: '2026-11-20T10:00:00Z', to }],
    });
    expect(story(kinds(played, 'summary')).map((line) => line.slice(12))).toEqual(
      expected === undefined ? [] : [expected],
    );
  });

  it('misses only the zones whose time was in the downtime', async () => {
    const played = await playing({
      start: '2026-11-19T00:00:00Z',
      end: '2026-11-20T22:00:00Z',
      zones: { tok: 'Asia/Tokyo', ber: 'Europe/Berlin', nyc: 'America/New_York' },
      meeting: { timeBasis: 'MEMBER', thursday: false },
      downtime: [{ from: '2026-11-20T08:00:00Z', to: '2026-11-20T14:00:00Z' }],
    });
    expect(story(played.lines).filter((line) => /prompt|missed/.test(line))).toEqual([
      '11-20 01:00 prompt tok',
      '11-20 14:00 missed ber TOO_LATE',
      '11-20 15:00 prompt nyc',
    ]);
  });

  it('is no reason to ask twice when it stops for ten minutes again and again', async () => {
    const stops = Array.from({ length: 30 }, (_, index) => ({
      from: new Date(Date.parse('2026-11-20T08:00:00Z') + index * 900_000).toISOString(),
      to: new Date(Date.parse('2026-11-20T08:10:00Z') + index * 900_000).toISOString(),
    }));
    const played = await playing({
      start: '2026-11-20T00:00:00Z',
      end: '2026-11-20T23:00:00Z',
      zones: { ann: 'Europe/Berlin', bob: 'Europe/Berlin' },
      meeting: { isReminderEnabled: true },
      downtime: stops,
    });
    expect(story(played.lines)).toEqual([
      '11-20 09:10 prompt ann late',
      '11-20 09:10 prompt bob late',
      '11-20 09:10 broadcast',
      '11-20 10:10 reminder1 ann late',
      '11-20 10:10 reminder1 bob late',
      '11-20 10:55 reminder2 ann late',
      '11-20 10:55 reminder2 bob late',
      '11-20 11:10 completed WINDOW_OVER',
      '11-20 11:10 summary late',
    ]);
  });
});

describe('people', () => {
  it('people who blocked the bot are marked, not prompted again, and tried once a week', async () => {
    const played = await playing({
      start: '2026-11-16T00:00:00Z',
      end: '2026-11-24T00:00:00Z',
      zones: { ann: 'Europe/Berlin', bob: 'Europe/Berlin' },
      unreachable: ['bob'],
    });
    expect(kinds(played, 'missed').map(({ date, memberId, reason }) => [date, memberId, reason])).toEqual([
      ['2026-11-16', 'bob', 'BLOCKED'],
      ['2026-11-17', 'bob', 'UNREACHABLE'],
      ['2026-11-18', 'bob', 'UNREACHABLE'],
      ['2026-11-19', 'bob', 'UNREACHABLE'],
      ['2026-11-20', 'bob', 'UNREACHABLE'],
      ['2026-11-23', 'bob', 'BLOCKED'],
    ]);
    expect(prompts(played).every((line) => line.memberId === 'ann')).toBe(true);
  });

  it('may answer the evening before and late in the grace period, and get an explanation afterwards', async () => {
    const played = await playing({
      start: '2026-11-18T00:00:00Z',
      end: '2026-11-20T23:00:00Z',
      zones: { ann: 'Europe/Berlin', bob: 'Europe/Berlin' },
      meeting: { friday: false },
      answers: [
        { memberId: 'ann', date: '2026-11-19', at: '2026-11-18T20:00:00Z' },
        { memberId: 'bob', date: '2026-11-19', at: '2026-11-20T08:00:00Z' },
        { memberId: 'bob', date: '2026-11-18', at: '2026-11-19T10:00:00Z' },
      ],
    });
    expect(story(played.lines.filter((line) => line.date === '2026-11-19'))).toEqual([
      '11-19 09:00 prompt bob',
      '11-19 09:00 broadcast',
      '11-19 11:00 completed WINDOW_OVER',
      '11-19 11:00 summary',
      '11-20 08:00 summary-update',
    ]);
    expect(played.notes).toEqual([expect.stringContaining('The answer of bob to daily for 2026-11-18 is refused')]);
  });
});

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
    'a time that is none',
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

it('plays the example of the documents', async () => {
  const [, example = ''] =
    /## Playing a scenario[^]*?```json\n([^]*?)```/.exec(readFileSync('docs/operations.md', 'utf8')) ?? [];
  const { lines, notes } = await play(JSON.parse(example) as object);
  expect(story(lines).slice(0, 3)).toEqual([
    '11-20 08:30 prompt ann',
    '11-20 08:30 prompt bob',
    '11-20 08:30 broadcast',
  ]);
  expect(notes).toEqual([]);
});

const command = (...files: readonly string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [programFile('scripts/simulate.ts'), ...files], (error, out, err) => {
      resolve({ code: Number(error?.code ?? 0), out, err });
    });
  });

it('prints one JSON object a line, and exits with 2 and a sentence where it cannot', async () => {
  const file = inTemp('scenario.json');
  writeFileSync(file, JSON.stringify(good));
  const bad = inTemp('bad.json');
  writeFileSync(bad, '{ "start": ');
  const [played, refused, missing, none] = await Promise.all([
    command(file),
    command(bad),
    command(inTemp('none.json')),
    command(),
  ]);
  expect(played).toMatchObject({ code: 0, err: '' });
  expect(
    played.out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { kind: string }).kind),
  ).toEqual(['prompt', 'broadcast', 'completed', 'summary']);
  expect([refused.code, missing.code, none.code]).toEqual([2, 2, 2]);
  expect(refused.err).toMatch(/The scenario is invalid:\n\s+is not JSON/);
  expect(missing.err).toContain('cannot be read');
  expect([refused.out, missing.out, none.out]).toEqual(['', '', '']);
});
