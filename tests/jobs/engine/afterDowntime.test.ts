import { aScenario, play, story } from '../../support/worlds/buildAndPlayScenarios.ts';
import type { Played } from '../../support/worlds/buildAndPlayScenarios.ts';

// Tests which messages are sent after a downtime that covered an opening or a reminder.

const zones = { ann: 'Europe/Athens', bob: 'Europe/London', cy: 'Europe/London' };

/**
 * Plays Monday, 16 November 2026, with a downtime. Athens opens at 08:00Z, London at 10:00Z; reminders are due after 45
 * and 75 of 90 minutes.
 */
const playWithout = (from: string, to: string, part: object = {}): Promise<Played> =>
  play(
    aScenario({
      ...{ start: '2026-11-16T07:00:00Z', end: '2026-11-16T13:00:00Z', zones },
      meeting: {
        time: 600,
        timezone: 'Europe/London',
        timeBasis: 'MEMBER',
        reportSummaryTime: 90,
        isReminderEnabled: true,
      },
      downtime: [{ from: `2026-11-16T${from}Z`, to: `2026-11-16T${to}Z` }],
      ...part,
    }),
  );

const messagesTo = ({ lines }: Played, ...members: readonly string[]): string[] =>
  story(lines.filter((line) => members.includes(line.memberId ?? '')));

it('sends each member one late prompt and no first reminder with it', async () => {
  const played = await playWithout('09:59:30', '10:50:00');
  expect(played.notes).toEqual([]);
  expect(messagesTo(played, 'bob', 'cy')).toEqual([
    '11-16 10:50 prompt bob late',
    '11-16 10:50 prompt cy late',
    '11-16 11:15 reminder2 bob',
    '11-16 11:15 reminder2 cy',
  ]);
});

it.each([
  ['a second before the opening', '09:30:00', '09:59:59', ['10:00 prompt', '10:45 reminder1', '11:15 reminder2']],
  ['a second after the opening', '09:30:00', '10:00:01', ['10:00 prompt', '10:45 reminder1', '11:15 reminder2']],
  ['a second before the first reminder', '09:30:00', '10:44:59', ['10:44 prompt late', '11:15 reminder2']],
  ['a second after the first reminder', '09:30:00', '10:45:01', ['10:45 prompt late', '11:15 reminder2']],
  ['a second before the prompt is too late', '09:30:00', '10:59:59', ['10:59 prompt late']],
  [
    'a second after the prompt is too late',
    '09:30:00',
    '11:00:01',
    ['11:00 missed TOO_LATE', '11:00 reminder1 late', '11:15 reminder2'],
  ],
  ['a second after the second reminder', '10:01:00', '11:15:01', ['10:00 prompt', '11:15 reminder2']],
])('sends no member two messages at once when the service returns %s', async (_when, from, to, expected) => {
  const played = await playWithout(from, to);
  expect(played.notes).toEqual([]);
  const toBob = messagesTo(played, 'bob').map((line) => line.slice(6).replace(' bob', ''));
  expect(toBob).toEqual(expected);
});
