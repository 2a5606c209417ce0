import { splitDuration, taskLines } from '#contracts/core/parsePlanTasks.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { durationText } from '../durationText.ts';
import css from './AnswerForm.module.css';

/** Shows which durations the product recognises in the lines of the plan, while the reader types. */
export const PlanDurations = ({ plan }: { readonly plan: string }) => {
  const t = useTranslate();
  const lines = [...taskLines(plan)].slice(0, limits.taskLines).map(splitDuration);
  const timed = lines.filter(({ minutes }) => minutes > 0);
  const wordsFor = (minutes: number): string => durationText(minutes * 60_000, t);
  const sum = timed.reduce((total, line) => total + line.minutes, 0);
  return (
    <section className={css.durations} aria-label={t('answer.durations')}>
      <p role="status" className={css.draft}>
        {timed.length > 0 && t('answer.durationsRead', { count: timed.length, all: lines.length, time: wordsFor(sum) })}
      </p>
      {timed.length > 0 && (
        <ul className={css.lines}>
          {timed.map(({ text, minutes }, index) => (
            <li key={`${String(index)} ${text}`}>
              <span data-own-words>{text}</span> – {wordsFor(minutes)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
