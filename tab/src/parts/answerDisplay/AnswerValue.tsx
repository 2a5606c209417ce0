import type { ReactElement } from 'react';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { FormatOf } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { chosenOptions } from '#contracts/meetings/questionTypes/joinAndReadChosenOptions.ts';
import { displayValue } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import type { ReportMember } from '#contracts/reports/dailyReport.ts';
import { ClampedText } from '../../ui/text/ClampedText.tsx';
import { useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { ClampedAnswerText } from './ClampedAnswerText.tsx';
import css from './AnswerValue.module.css';
import { LazyTextWithLinks } from '../LazyTextWithLinks.tsx';

/** Shows the labels of both ends of a scale, because a number on a scale has no meaning without them. */
const Ends = ({ lowLabel, highLabel }: Pick<FormatOf<'SCALE'>, 'lowLabel' | 'highLabel'>) => {
  const t = useTranslate();
  const ends = [
    { value: limits.scaleMin, label: lowLabel },
    { value: limits.scaleMax, label: highLabel },
  ];
  return (
    <div className={css.ends} data-own-words>
      {ends.map((end) => t('value.scaleEnd', end)).join(' · ')}
    </div>
  );
};

type ReportAnswer = ReportMember['answers'][number];

interface AnswerTextProps {
  readonly answer: Pick<ReportAnswer, 'answer' | 'format'>;
  /** The team whose members the answer may mention; undefined = the selected team. */
  readonly teamId?: string | undefined;
}

/** Shows one answer. The explicit return type makes the compiler report a question type that the `switch` forgets. */
export const AnswerValue = ({ answer: { answer, format }, teamId }: AnswerTextProps): ReactElement => {
  const t = useTranslate();
  const { locale } = useReader();
  const text = displayValue(format, answer, { t, locale });
  switch (format.type) {
    case 'MULTIPLE':
      return (
        <ul className={css.options}>
          {chosenOptions(answer).map((option) => (
            <li key={option} data-own-words>
              <LazyTextWithLinks text={option} teamId={teamId} />
            </li>
          ))}
        </ul>
      );
    case 'SCALE':
      return (
        <>
          {text}
          <Ends {...format} />
        </>
      );
    case 'TEXT':
    case 'OPTIONS':
      return <ClampedAnswerText text={text} teamId={teamId} />;
    case 'NUMBER':
    case 'DATE':
      return <ClampedText text={text} />;
  }
};
