import { translateFor } from '../../translate.ts';
import { activityText, daysValue, namesValue } from './activityLogStepsAndTexts.ts';

const textOf = (message: string, values: Readonly<Record<string, string | number | boolean>>, locale = 'en') =>
  activityText(translateFor(locale), locale, { message, values });

describe('text of an activity', () => {
  it.each([
    [['Ann'], 'Ann joined the team.'],
    [['Ann', 'Bob', 'Cy'], 'Ann, Bob, Cy joined the team.'],
    [['Ann', 'Bob', 'Cy', 'Di'], 'Ann, Bob, Cy and one more joined the team.'],
    [['Ann', 'Bob', 'Cy', 'Di', 'Ed'], 'Ann, Bob, Cy and 2 more joined the team.'],
  ])('names at most three people: %j', (names, text) => {
    expect(textOf('activity.membersJoined', namesValue(names))).toBe(text);
  });

  it('names days in the language of the reader', () => {
    const values = { beforeDays: daysValue([1, 5]), afterDays: daysValue([0]) };
    expect(textOf('activity.meetingDays', values)).toBe('Changed the days from Monday and Friday to Sunday.');
    expect(textOf('activity.meetingDays', values, 'de')).toBe(
      'Hat die Tage von Montag und Freitag auf Sonntag geändert.',
    );
  });

  it('keeps text by people unchanged, with braces', () => {
    expect(textOf('activity.meetingCreated', { name: '{0} <b> # {name}' })).toBe(
      'Created the report {0} <b> # {name}.',
    );
  });

  it('shows an entry with an unknown message by its key', () => {
    expect(textOf('activity.ofAnOlderVersion', {})).toBe('activity.ofAnOlderVersion');
  });
});
