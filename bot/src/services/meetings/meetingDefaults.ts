import type { QuestionDraft } from '#contracts/meetings/question.ts';
import type { Words } from '#contracts/text/catalogueKeys.ts';

/** The default questions of a new meeting of this type. */
export const defaultQuestions = (words: Words, type: 'STANDUP' | 'RETRO'): QuestionDraft[] => {
  switch (type) {
    case 'STANDUP':
      return [
        { sequence: 1, type: 'TEXT', text: words('default.questionDone') },
        { sequence: 2, type: 'TEXT', text: words('default.questionPlanned'), isTimesheetQuestion: true },
        {
          sequence: 3,
          type: 'OPTIONS',
          text: words('default.questionBlocked'),
          options: [words('default.optionNo'), words('default.optionYes')],
          isBlocker: true,
          blockingOptions: [words('default.optionYes')],
        },
        { sequence: 4, type: 'TEXT', text: words('default.questionBlocker') },
      ];
    case 'RETRO':
      return [
        { sequence: 1, type: 'TEXT', text: words('default.questionWentWell') },
        { sequence: 2, type: 'TEXT', text: words('default.questionImprove') },
        { sequence: 3, type: 'TEXT', text: words('default.questionActions') },
      ];
  }
};

/** The product settings by their keys (docs/product-rules.md, Screens, limits and texts); questions as JSON. */
export const productSettings = (words: Words) => ({
  DefaultStandupQuestions: JSON.stringify(defaultQuestions(words, 'STANDUP')),
  DefaultRetroQuestions: JSON.stringify(defaultQuestions(words, 'RETRO')),
  DefaultFirstReminderMessage: words('default.firstReminder'),
  DefaultSecondReminderMessage: words('default.secondReminder'),
  DefaultPublicBroadcastMessage: words('default.broadcast'),
});
