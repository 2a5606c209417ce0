import { aMeeting } from '../../../testing/testDataBuildersAndClock.ts';
import { formOf } from '../form/formValuesAndSaveInput.ts';
import type { MeetingForm } from '../form/formValuesAndSaveInput.ts';
import { allOf, clearChoices, listDifferences, mergedDraft } from './editConflictMerge.ts';

const base = formOf(aMeeting());
const with_ = (parts: Partial<MeetingForm>): MeetingForm => ({ ...base, ...parts });

describe('where two versions differ', () => {
  it('shows who changed what since the versions parted', () => {
    const theirs = with_({ time: 630, name: 'Their name' });
    const mine = with_({ timezone: 'Asia/Tokyo', name: 'My name' });
    expect(listDifferences(base, theirs, mine)).toEqual([
      { part: 'name', changedBy: 'both' },
      { part: 'time', changedBy: 'theirs' },
      { part: 'timezone', changedBy: 'mine' },
    ]);
  });

  it('finds none where both made the same change, in any order of the members', () => {
    const same = with_({ time: 630, members: ['a', 'b'], name: `${base.name} ` });
    expect(listDifferences(base, with_({ time: 630, members: ['b', 'a'] }), same)).toEqual([]);
  });

  it('sees a change of order, of an option and of what blocks among the questions', () => {
    const question = {
      id: '1',
      text: 'Blocked?',
      type: 'OPTIONS',
      isBlocker: true,
      isTimesheetQuestion: false,
      lowLabel: '',
      highLabel: '',
      unit: '',
    } as const;
    const other = { ...question, id: '2' };
    const yes = [{ text: 'Yes', isBlocking: true }];
    const asked = with_({
      questions: [
        { ...question, options: yes },
        { ...other, options: yes },
      ],
    });
    for (const questions of [
      [
        { ...other, options: yes },
        { ...question, options: yes },
      ],
      [
        { ...question, options: [{ text: 'Yes', isBlocking: false }] },
        { ...other, options: yes },
      ],
    ])
      expect(listDifferences(asked, asked, with_({ questions }))).toEqual([{ part: 'questions', changedBy: 'mine' }]);
  });
});

describe('choosing', () => {
  const theirs = with_({ time: 630, name: 'Their name', isReminderEnabled: false });
  const mine = with_({ timezone: 'Asia/Tokyo', name: 'My name', isReminderEnabled: false });
  const differences = listDifferences(base, theirs, mine);

  it('leaves to a person only what both changed', () => {
    expect(clearChoices(differences)).toEqual({ time: 'theirs', timezone: 'mine' });
  });

  it('keeps of each part the chosen side, and of all others the common value', () => {
    const result = mergedDraft(theirs, mine, { ...clearChoices(differences), name: 'mine' });
    expect(result).toEqual({ ...base, time: 630, timezone: 'Asia/Tokyo', name: 'My name', isReminderEnabled: false });
  });

  it('takes all of one side', () => {
    expect(mergedDraft(theirs, mine, allOf(differences, 'theirs'))).toEqual(theirs);
    expect(mergedDraft(theirs, mine, allOf(differences, 'mine'))).toEqual(mine);
  });
});
