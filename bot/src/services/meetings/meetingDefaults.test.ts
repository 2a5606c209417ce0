import { question } from '#contracts/meetings/question.ts';
import { limits } from '#contracts/core/limits.ts';
import { wordsFor } from '../../text.ts';
import { defaultQuestions, productSettings } from './meetingDefaults.ts';

const words = wordsFor('en');

describe('the defaults of a new meeting', () => {
  it.each(['STANDUP', 'RETRO'] as const)('are questions that can be saved as they are: %s', (type) => {
    const questions = defaultQuestions(words, type).map((defaultQuestion) => question.parse(defaultQuestion));
    expect(questions.map((item) => item.sequence)).toEqual(questions.map((_, at) => at + 1));
  });

  it('ask what was done, what is planned, whether blocked and by what', () => {
    const [done, planned, blocked, by] = defaultQuestions(words, 'STANDUP').map((defaultQuestion) =>
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
    const settings = productSettings(words);
    expect(JSON.parse(settings.DefaultStandupQuestions)).toEqual(defaultQuestions(words, 'STANDUP'));
    expect(JSON.parse(settings.DefaultRetroQuestions)).toEqual(defaultQuestions(words, 'RETRO'));
    const { DefaultFirstReminderMessage, DefaultSecondReminderMessage, DefaultPublicBroadcastMessage } = settings;
    for (const message of [DefaultFirstReminderMessage, DefaultSecondReminderMessage, DefaultPublicBroadcastMessage]) {
      expect(message).toMatch(/^[A-Z].*\.$/);
      expect(message.length).toBeLessThanOrEqual(limits.messageLength);
    }
  });
});
