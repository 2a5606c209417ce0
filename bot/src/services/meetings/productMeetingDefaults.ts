import type { QuestionDraft } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';

export const defaultQuestions = (t: Translate, type: 'STANDUP' | 'RETRO'): QuestionDraft[] => {
  switch (type) {
    case 'STANDUP':
      return [
        { sequence: 1, type: 'TEXT', text: t('default.questionDone') },
        { sequence: 2, type: 'TEXT', text: t('default.questionPlanned'), isTimesheetQuestion: true },
        {
          sequence: 3,
          type: 'OPTIONS',
          text: t('default.questionBlocked'),
          options: [t('default.optionNo'), t('default.optionYes')],
          isBlocker: true,
          blockingOptions: [t('default.optionYes')],
        },
        { sequence: 4, type: 'TEXT', text: t('default.questionBlocker') },
      ];
    case 'RETRO':
      return [
        { sequence: 1, type: 'TEXT', text: t('default.questionWentWell') },
        { sequence: 2, type: 'TEXT', text: t('default.questionImprove') },
        { sequence: 3, type: 'TEXT', text: t('default.questionActions') },
      ];
  }
};

/**
 * Returns the default settings of the product by their keys (docs/product-rules.md, Screens, limits and texts). The
 * questions are JSON texts.
 */
export const productDefaults = (t: Translate) => ({
  DefaultStandupQuestions: JSON.stringify(defaultQuestions(t, 'STANDUP')),
  DefaultRetroQuestions: JSON.stringify(defaultQuestions(t, 'RETRO')),
  DefaultFirstReminderMessage: t('default.firstReminder'),
  DefaultSecondReminderMessage: t('default.secondReminder'),
  DefaultPublicBroadcastMessage: t('default.broadcast'),
});
