import { memo, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { ChevronDown16Regular } from '@fluentui/react-icons/svg/chevron-down';
import { ChevronUp16Regular } from '@fluentui/react-icons/svg/chevron-up';
import { answerSummaryTexts, namedCounts } from '#contracts/reports/answerSummaryTexts.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { RollupFigures as Figures, RollupGroup } from '#contracts/rollup/rollupQueryAndResult.ts';
import type { RollupInput } from '../../api/rollup/rollupQuery.ts';
import { AppLink } from '../../ui/display/AppLink.tsx';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { useSurface } from '../../ui/display/pageHostContext.ts';
import { mediumDate } from '../../ui/text/calculateAndFormatDates.ts';
import { useDayText, useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { RollupEntries } from './RollupEntries.tsx';
import { RollupFigures } from './RollupFigures.tsx';
import css from './RollupScreen.module.css';

type QuestionGroup = Extract<RollupGroup, { by: 'QUESTION' }>;

interface Head {
  readonly title: ReactNode;
  readonly below: ReactNode;
}

/** Shows the number of answers, their average or dates, and how often each value was chosen. */
const Values = ({ group }: { readonly group: QuestionGroup }) => {
  const t = useTranslate();
  const { locale } = useReader();
  const number = new Intl.NumberFormat(locale);
  const counts = namedCounts(group, { t, locale });
  const dateText = (date: LocalDate): string => mediumDate(date, locale);
  return (
    <>
      <p className={css.groupFacts}>{answerSummaryTexts(group, { t, locale, dateText }).join(' · ')}</p>
      {counts.length > 0 && (
        <dl className={css.counts} aria-label={t('value.distribution')}>
          {counts.map(({ value, name, count }) => (
            <div key={value} className={css.count}>
              <dt data-own-words>{name}</dt>
              <dd>{number.format(count)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
};

const useHead = (group: RollupGroup): Head => {
  const t = useTranslate();
  const dayText = useDayText();
  const { embedded } = useSurface();
  const base = embedded ? '/teams' : '';
  switch (group.by) {
    case 'PERSON': {
      const name = group.name === '' ? t('rollup.former') : group.name;
      return {
        title: (
          <>
            <Avatar name={name} imageUrl={group.thumbnailUrl} />
            <AppLink to={`${base}/reports/person/${group.memberId}`}>{name}</AppLink>
          </>
        ),
        below: group.hasLeft ? <p className={css.groupFacts}>{t('rollup.hasLeftMark')}</p> : null,
      };
    }
    case 'DAY': {
      const name = dayText(group.date);
      const path = embedded ? '/teams/home' : '/';
      return { title: <AppLink to={`${path}?date=${group.date}`}>{name}</AppLink>, below: null };
    }
    case 'QUESTION':
      return {
        title: <span data-own-words>{group.question}</span>,
        below: (
          <>
            <p className={css.groupFacts}>
              <AppLink to={`${base}/reports/${group.meetingId}`}>{group.meetingName}</AppLink>
            </p>
            <Values group={group} />
          </>
        ),
      };
  }
};

interface GroupProps {
  readonly group: RollupGroup;
  /** Figures of the whole roll-up. They determine which figures the card shows. */
  readonly total: Figures;
  readonly input: RollupInput;
}

export const RollupGroupCard = memo(({ group, total, input }: GroupProps) => {
  const t = useTranslate();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { title, below } = useHead(group);
  return (
    <section className={css.group} aria-labelledby={id}>
      <h2 id={id} className={css.groupTitle}>
        {title}
      </h2>
      {below}
      <RollupFigures figures={group.figures} total={total} />
      {group.entriesTotal > 0 && (
        <Button
          id={`${id}button`}
          size="small"
          aria-labelledby={`${id}button ${id}`}
          icon={isOpen ? <ChevronUp16Regular /> : <ChevronDown16Regular />}
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}entries` : undefined}
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          {isOpen ? t('rollup.hideEntries') : t('rollup.showEntries', { count: group.entriesTotal })}
        </Button>
      )}
      {isOpen && (
        <div id={`${id}entries`}>
          <RollupEntries group={group} input={input} />
        </div>
      )}
    </section>
  );
});
RollupGroupCard.displayName = 'RollupGroupCard';
