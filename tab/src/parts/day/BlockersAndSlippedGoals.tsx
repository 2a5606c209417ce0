import { useState } from 'react';
import { Link } from '@fluentui/react-components';
import { CheckmarkCircle16Regular } from '@fluentui/react-icons/svg/checkmark-circle';
import { Flag16Regular } from '@fluentui/react-icons/svg/flag';
import { Prohibited16Regular } from '@fluentui/react-icons/svg/prohibited';
import type { MeetingReport } from '#contracts/reports/dailyReport.ts';
import { ClampedText } from '../../ui/text/ClampedText.tsx';
import { shortDate } from '../../ui/text/calculateAndFormatDates.ts';
import { useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import type { WebKey, WebTranslate } from '../../ui/text/translate.ts';
import { ClampedAnswerText } from '../answerDisplay/ClampedAnswerText.tsx';
import { calmSummaryOf, findBlockersAndSlippedGoals, missingNames } from './blockersGoalsAndMissingNames.ts';
import type { CalmSummary, DayResult } from './blockersGoalsAndMissingNames.ts';
import css from './BlockersAndSlippedGoals.module.css';

// Number of entries shown at first, because a longer list would push the members out of view.
const firstItems = 5;

const blockedText = (
  { name, since, age }: Extract<DayResult, { kind: 'blocked' }>,
  t: WebTranslate,
  locale: string,
): string => {
  const date = shortDate(since, locale);
  // A blocker that was named today has no age to show.
  return age === null || age === 0
    ? t('attention.blockedSince', { name, date })
    : t('attention.blockedFor', { name, date, days: age });
};

const Item = ({ item }: { readonly item: DayResult }) => {
  const t = useTranslate();
  const { locale } = useReader();
  if (item.kind === 'slipped')
    return (
      <li className={css.item}>
        <Flag16Regular className={css.slipped ?? ''} aria-hidden="true" />
        <div className={css.words}>
          <strong>{t('attention.slipped', { name: item.name, count: item.goals.length })}</strong>
          <ClampedAnswerText text={item.goals.join('\n')} />
        </div>
      </li>
    );
  if (item.kind === 'resolved')
    return (
      <li className={css.item}>
        <CheckmarkCircle16Regular className={css.resolved ?? ''} aria-hidden="true" />
        <div className={css.words}>
          <span>
            {t('attention.resolved', { name: item.name })}
            {item.lasted !== undefined && ` · ${t('common.blockerLasted', { days: item.lasted })}`}
          </span>
        </div>
      </li>
    );
  return (
    <li className={css.item}>
      <Prohibited16Regular className={css.blocked ?? ''} aria-hidden="true" />
      <div className={css.words}>
        <strong>{blockedText(item, t, locale)}</strong>
        {item.text !== '' && <ClampedAnswerText text={item.text} />}
      </div>
    </li>
  );
};

const calmTexts = {
  NO_QUESTION: 'attention.notAsked',
  NOBODY_ASKED: 'attention.nobodyAsked',
  NOBODY_ANSWERED: 'attention.nobodyAnswered',
  NONE_SO_FAR: 'attention.noneSoFar',
  NONE: 'attention.none',
} as const satisfies Record<CalmSummary, WebKey>;

/**
 * Lists the members who did not answer in time. Renders nothing if no member answered, because the sentence above the
 * list already reports this.
 */
const Missing = ({ report }: { readonly report: MeetingReport }) => {
  const t = useTranslate();
  const { locale } = useReader();
  const names = missingNames(report);
  if (names.length === 0 || report.membersAnswered === 0) return null;
  return (
    <div className={css.words}>
      <strong>{t('attention.missing', { count: names.length })}</strong>
      <ClampedText text={new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)} />
    </div>
  );
};

interface DayResultsProps {
  readonly report: MeetingReport;
  /**
   * True on the dashboard of today, where the list "needs attention" above the reports already names the blocked
   * members.
   */
  readonly isRankedAbove: boolean;
}

/**
 * Lists blocked members with their own text (unless `isRankedAbove`), then members with slipped goals, then resolved
 * blockers, and last the members who did not answer.
 */
export const BlockersAndSlippedGoals = ({ report, isRankedAbove }: DayResultsProps) => {
  const t = useTranslate();
  const [isWhole, setWhole] = useState(false);
  const all = findBlockersAndSlippedGoals(report);
  const items = isRankedAbove ? all.filter(({ kind }) => kind !== 'blocked') : all;
  const shown = isWhole ? items : items.slice(0, firstItems);
  if (items.length === 0 && all.length > 0 && missingNames(report).length === 0) return null;
  return (
    <div className={css.list}>
      <h3 className={css.title}>{t('attention.title')}</h3>
      {all.length === 0 && <p className={css.none}>{t(calmTexts[calmSummaryOf(report)])}</p>}
      {items.length > 0 && (
        <ul className={css.items}>
          {shown.map((item) => (
            <Item key={`${item.kind} ${item.memberId}`} item={item} />
          ))}
        </ul>
      )}
      <Missing report={report} />
      {shown.length < items.length && (
        <Link
          as="button"
          onClick={() => {
            setWhole(true);
          }}
        >
          {t('attention.all', { count: items.length })}
        </Link>
      )}
    </div>
  );
};
