import { question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { translateFor } from '../../translate.ts';
import { defaultQuestions, productDefaults } from './productMeetingDefaults.ts';

const t = translateFor('en');

describe('the defaults of a new meeting', () => {
  it.each(['STANDUP', 'RETRO'] as const)('are questions that can be saved as they are: %s', (type) => {
    const questions = defaultQuestions(t, type).map((defaultQuestion) => question.parse(defaultQuestion));
    expect(questions.map((item) => item.sequence)).toEqual(questions.map((_, index) => index + 1));
  });

  it('ask what was done, what is planned, whether blocked and by what', () => {
    const [done, planned, blocked, by] = defaultQuestions(t, 'STANDUP').map((defaultQuestion) =>
      question.parse(defaultQuestion),
    );
    expect(done).toMatchObject({ type: 'TEXT', isTimesheetQuestion: false });
    expect(planned).toMatchObject({ type: 'TEXT', isTimesheetQuestion: true });
    expect(blocked).toMatchObject({
      type: 'OPTIONS',
      isBlocker: true,
      options: ['No', 'Yes'],
      blockingOptions: ['Yes'],
    });
    expect(by).toMatchObject({ type: 'TEXT' });
  });

  it('are offered under the keys of the product settings, questions as JSON, messages within their limit', () => {
    const settings = productDefaults(t);
    expect(JSON.parse(settings.DefaultStandupQuestions)).toEqual(defaultQuestions(t, 'STANDUP'));
    expect(JSON.parse(settings.DefaultRetroQuestions)).toEqual(defaultQuestions(t, 'RETRO'));
    const { DefaultFirstReminderMessage, DefaultSecondReminderMessage, DefaultPublicBroadcastMessage } = settings;
    for (const message of [DefaultFirstReminderMessage, DefaultSecondReminderMessage, DefaultPublicBroadcastMessage]) {
      expect(message).toMatch(/^[A-Z].*\.$/);
      expect(message.length).toBeLessThanOrEqual(limits.messageLength);
    }
  });
});
