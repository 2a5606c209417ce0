import type { MeetingListItem } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { translateEnglish } from '../ui/text/translate.ts';
import { clockTime, scheduleSentence } from './scheduleSentenceAndClockTime.ts';

const never = {
  monday: false,
  tuesday: false,
  wednesday: false,
  thursday: false,
  friday: false,
  saturday: false,
  sunday: false,
};
const workdays = { monday: true, tuesday: true, wednesday: true, thursday: true, friday: true };
const always = { ...workdays, saturday: true, sunday: true };
const retro = { type: 'RETRO', friday: true } as const;

const sentence = (parts: Partial<MeetingListItem>): string =>
  scheduleSentence(
    { ...never, time: 600, type: 'STANDUP', interval: 'WEEK', timeBasis: 'MEETING', ...parts },
    translateEnglish,
    'en-GB',
  );

it.each([
  [{}, 'This will not run at any day.'],
  [workdays, 'This will run every Monday, Tuesday, Wednesday, Thursday and Friday at 10:00.'],
  [{ sunday: true, time: 5 }, 'This will run every Sunday at 00:05.'],
  [always, 'This will run every day at 10:00.'],
  [retro, 'This will run every Friday at 10:00.'],
  [{ ...retro, interval: 'ALTWEEK' } as const, 'This will run every other week on Friday at 10:00.'],
  [{ ...retro, ...always, interval: 'ALTWEEK' } as const, 'This will run every day of every other week at 10:00.'],
  [{ ...retro, interval: 'MONTH' } as const, 'This will run on the first Friday of the month at 10:00.'],
  [
    { ...retro, monday: true, interval: 'MONTH' } as const,
    'This will run on the first Monday and the first Friday of the month at 10:00.',
  ],
  [{ ...retro, ...never, interval: 'MONTH' } as const, 'This will not run at any day.'],
])('shows %j as “%s”', (parts, expected) => {
  expect(sentence(parts)).toBe(expected);
});

it('ignores the interval for a stand-up', () => {
  expect(sentence({ monday: true, interval: 'MONTH' })).toBe('This will run every Monday at 10:00.');
});

it('names each member’s clock for MEMBER', () => {
  expect(sentence({ monday: true, timeBasis: 'MEMBER' })).toBe(
    'This will run every Monday at 10:00. Each member is asked at this time in their own timezone.',
  );
});

it('writes minutes of a day as a time', () => {
  expect([0, 59, 600, 1439].map(clockTime)).toEqual(['00:00', '00:59', '10:00', '23:59']);
});
