import type { QuestionDraft } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { ReportTemplate } from '#contracts/meetings/templateCalls.ts';
import { questionDefinitions } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import type { WebTranslate } from '../../../ui/text/translate.ts';
import css from './TemplateGallery.module.css';

/**
 * Returns a text about the possible answers to a question: its options, the labels of its scale, or its unit. Empty for
 * other types.
 */
const answersOf = (question: QuestionDraft, t: WebTranslate, locale: string): string => {
  switch (question.type) {
    case 'OPTIONS':
    case 'MULTIPLE':
      return new Intl.ListFormat(locale, { type: 'unit' }).format(question.options ?? []);
    case 'SCALE':
      return t('gallery.scale', { low: question.lowLabel, high: question.highLabel });
    case 'NUMBER':
      return question.unit ?? '';
    case 'TEXT':
    case 'DATE':
      return '';
  }
};

const Question = ({ question, isReplaced }: { readonly question: QuestionDraft; readonly isReplaced: boolean }) => {
  const t = useTranslate();
  const { locale } = useReader();
  const facts = [
    t(questionDefinitions[question.type].name),
    answersOf(question, t, locale),
    question.isBlocker === true ? t('form.isBlocker') : '',
    question.isTimesheetQuestion === true ? t('form.isTimesheet') : '',
  ];
  return (
    <li className={css.question}>
      <bdi>{question.text}</bdi>
      <ul className={css.answers}>
        {facts
          .filter((fact) => fact !== '')
          .map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
      </ul>
      {isReplaced && <p className={css.warning}>{t('gallery.replaced')}</p>}
    </li>
  );
};

export const TemplateQuestions = ({ template }: { readonly template: ReportTemplate }) => (
  <ol className={css.questions}>
    {template.questions.map((question) => (
      <Question
        key={question.sequence}
        question={question}
        isReplaced={template.replacedQuestions.includes(question.sequence)}
      />
    ))}
  </ol>
);
