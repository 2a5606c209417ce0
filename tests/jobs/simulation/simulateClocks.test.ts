import { story } from '../../support/worlds/buildAndPlayScenarios.ts';
import { reportFigures } from '../../support/files/printFigures.ts';
import { playing, prompts, kinds, promptTimes } from './playAndSelectMessages.ts';

// Tests scenarios with the clock changes and zones that schedulers often get wrong.

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
        // The period has two full weeks, so at least ten working days. The clocks of Europe and of Lord Howe Island
        // change in it.
        expect(times.length).toBeGreaterThanOrEqual(10);
        right += times.length;
      }
      for (const { date, at } of kinds(played, 'completed')) {
        const asked = prompts(played).filter((line) => line.date === date);
        const lastClose = Math.max(...asked.map((line) => Date.parse(line.at))) + 120 * 60_000;
        expect(Date.parse(at)).toBe(lastClose);
      }
      reportFigures(
        `${Object.keys(zones).length} zones, two weeks: ${right} of ${prompts(played).length} prompts right`,
      );
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
  it('keeps 10:00 local time through a change of clocks, and leaves weekends alone', async () => {
    const played = await playing({ start: '2026-03-02T00:00:00Z', end: '2026-04-30T23:00:00Z' });
    const times = promptTimes(played, 'ann', 'Europe/Berlin');
    expect(times.filter((time) => !/^(?:Mon|Tue|Wed|Thu|Fri) .* 10:00$/.test(time))).toEqual([]);
    // The period from 2 March to 30 April 2026 has 44 weekdays.
    expect(new Set(times).size).toBe(44);
    expect(times).toHaveLength(44);
    reportFigures(`saved in winter: ${times.length} of 44 weekdays at 10:00, 0 at weekends`);
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
