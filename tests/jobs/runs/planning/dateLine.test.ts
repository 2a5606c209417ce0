import { aScenario, play } from '../../../support/worlds/buildAndPlayScenarios.ts';

// Samoa skipped 2011-12-30 and Kwajalein 1993-08-21 to change sides of the date line. Their members reach the following
// date before members on the other side reach the skipped one. 10:00 is 20:00 UTC of the previous day in Apia, 21:00 in
// Pago Pago.

const meeting = {
  ...{ saturday: true, sunday: true, timeBasis: 'MEMBER', timezone: 'Europe/London', isReminderEnabled: false },
};

const played = async (
  zones: Readonly<Record<string, string>>,
  days: readonly [from: string, to: string],
  more = {},
) => {
  const { lines, notes } = await play(aScenario({ start: days[0], end: days[1], zones, meeting, ...more }));
  const printedLines = lines.filter(({ kind }) => kind === 'prompt' || kind === 'broadcast');
  return {
    printed: printedLines.map(({ at, kind, memberId, date }) => [at.slice(5, 16), memberId ?? kind, date].join(' ')),
    notes,
  };
};

const samoa = { ann: 'Pacific/Apia', bob: 'Pacific/Pago_Pago' };
const samoaDays = ['2011-12-29T12:00:00Z', '2012-01-01T12:00:00Z'] as const;

it('opens the run after a skipped date at its own time, beside the run of the skipped date', async () => {
  const { printed } = await played(samoa, samoaDays);
  expect(printed).toEqual([
    ...['12-29T20:00 ann 2011-12-29', '12-29T20:00 broadcast 2011-12-29', '12-29T21:00 bob 2011-12-29'],
    ...['12-30T20:00 ann 2011-12-31', '12-30T20:00 broadcast 2011-12-31'],
    ...['12-30T21:00 bob 2011-12-30', '12-30T21:00 broadcast 2011-12-30'],
    ...['12-31T20:00 ann 2012-01-01', '12-31T20:00 broadcast 2012-01-01', '12-31T21:00 bob 2011-12-31'],
  ]);
});

it('takes answers to both runs, ahead and while they are open', async () => {
  const answers = [
    { memberId: 'ann', date: '2011-12-31', at: '2011-12-30T18:00:00Z' },
    { memberId: 'bob', date: '2011-12-30', at: '2011-12-30T18:00:01Z' },
    { memberId: 'bob', date: '2011-12-31', at: '2011-12-31T20:30:00Z' },
  ];
  const { printed, notes } = await played(samoa, samoaDays, { answers });
  expect(notes).toEqual([]);
  expect(printed.filter((line) => /2011-12-3/.test(line) && !line.includes('broadcast'))).toEqual([]);
});

it('opens each date once if a third zone opens the skipped date first', async () => {
  const zones = { kay: 'Pacific/Kwajalein', bob: 'Pacific/Pago_Pago', lou: 'Europe/London' };
  const { printed } = await played(zones, ['1993-08-20T06:00:00Z', '1993-08-23T06:00:00Z']);
  expect(printed.filter((line) => !line.includes('broadcast'))).toEqual([
    ...['08-20T09:00 lou 1993-08-20', '08-20T21:00 bob 1993-08-20', '08-20T22:00 kay 1993-08-20'],
    ...['08-21T09:00 lou 1993-08-21', '08-21T21:00 bob 1993-08-21', '08-21T22:00 kay 1993-08-22'],
    ...['08-22T09:00 lou 1993-08-22', '08-22T21:00 bob 1993-08-22', '08-22T22:00 kay 1993-08-23'],
  ]);
});

it('has no run on a date that exists for none of its members', async () => {
  const { printed } = await played({ ann: 'Pacific/Apia' }, samoaDays);
  expect(printed.map((line) => line.slice(-10))).not.toContain('2011-12-30');
  expect(printed.filter((line) => line.includes('ann')).map((line) => line.slice(-10))).toEqual([
    ...['2011-12-29', '2011-12-31', '2012-01-01'],
  ]);
});

it('opens every date once for members on both sides of the date line', async () => {
  const { printed } = await played({ kir: 'Pacific/Kiritimati', nie: 'Pacific/Niue' }, [
    '2026-11-16T12:00:00Z',
    '2026-11-20T12:00:00Z',
  ]);
  expect(printed.filter((line) => !line.includes('broadcast'))).toEqual([
    ...['11-16T20:00 kir 2026-11-17', '11-16T21:00 nie 2026-11-16', '11-17T20:00 kir 2026-11-18'],
    ...['11-17T21:00 nie 2026-11-17', '11-18T20:00 kir 2026-11-19', '11-18T21:00 nie 2026-11-18'],
    ...['11-19T20:00 kir 2026-11-20', '11-19T21:00 nie 2026-11-19'],
  ]);
});
