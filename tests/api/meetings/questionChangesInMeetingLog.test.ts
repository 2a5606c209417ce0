import { storedQuestion } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { aMeeting } from '../../support/data/idDateAndRecordBuilders.ts';
import { meetingChanges } from '../../../bot/src/services/meetings/meetingChangesForLog.ts';

const names = { member: String, channel: String };
const asked = (own: object): Question => storedQuestion.parse({ id: 'q', sequence: 1, text: 'How was it?', ...own });

const changes = (before: Question, after: Question) =>
  meetingChanges(aMeeting({ questions: [before] }), aMeeting({ questions: [after] }), names);

const scale = asked({ type: 'SCALE', lowLabel: 'Bad', highLabel: 'Good' });
const number = asked({ type: 'NUMBER', unit: 'h' });

describe('the log of a changed question', () => {
  it('names the new type, and the details of both', () => {
    expect(changes(scale, number)).toEqual([
      {
        message: 'activity.questionChanged',
        before: 'How was it? (1 Bad – 5 Good)',
        after: 'How was it? (0–9 h)',
      },
      { message: 'activity.questionType', values: { question: 'How was it?', type: 'NUMBER' } },
    ]);
  });

  it.each<[string, Question, Question, string]>([
    ['a label', scale, { ...scale, lowLabel: 'Awful' } as Question, 'How was it? (1 Awful – 5 Good)'],
    ['the unit', number, { ...number, unit: '' } as Question, 'How was it? (0–9)'],
  ])('shows a change of %s', (_what, before, after, expected) => {
    expect(changes(before, after)).toMatchObject([{ message: 'activity.questionChanged', after: expected }]);
  });

  it('is empty without a change', () => {
    expect(changes(scale, { ...scale })).toEqual([]);
  });
});
