import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Button, Link } from '@fluentui/react-components';
import { CheckmarkCircle16Regular } from '@fluentui/react-icons/svg/checkmark-circle';
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss';
import { ErrorCircle16Regular } from '@fluentui/react-icons/svg/error-circle';
import { History20Regular } from '@fluentui/react-icons/svg/history';
import { Prohibited16Regular } from '@fluentui/react-icons/svg/prohibited';
import type { Catchup } from '#contracts/reports/getCatchup.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { ClampedAnswerText } from '../../parts/answerDisplay/ClampedAnswerText.tsx';
import { dateIn, longDate, shortDate, timeOf } from '../../ui/text/calculateAndFormatDates.ts';
import { useReader, useToday } from '../../ui/text/readerContextClockAndDates.ts';
import type { Reader } from '../../ui/text/readerContextClockAndDates.ts';
import { AppLink } from '../../ui/display/AppLink.tsx';
import { useSurface } from '../../ui/display/pageHostContext.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import type { WebKey, WebTranslate } from '../../ui/text/translate.ts';
import css from './CatchupToggleAndPanel.module.css';

type Completed = Catchup['completed'][number];
type Missed = Catchup['missed'][number];
type NewBlocker = Catchup['newBlockers'][number];
type ResolvedBlocker = Catchup['resolvedBlockers'][number];

// Number of events shown at first in each list. After weeks of absence, a longer list would push the reports of the day
// far down the page.
const firstItems = 5;

const countKeys = {
  newBlockers: 'catchup.newCount',
  resolvedBlockers: 'catchup.resolvedCount',
  completed: 'catchup.completedCount',
  missed: 'catchup.missedCount',
} as const satisfies Record<string, WebKey>;
const partsInOrder = ['newBlockers', 'resolvedBlockers', 'completed', 'missed'] as const;

/**
 * Returns the numbers of events as a text, such as "1 new blocker and 3 reports completed". Leaves out kinds without
 * events.
 */
const counted = (catchup: Catchup, t: WebTranslate, locale: string): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(
    partsInOrder
      .filter((part) => catchup[part].length > 0)
      .map((part) => t(countKeys[part], { count: catchup[part].length })),
  );

interface CatchupToggleProps {
  readonly catchup: Catchup;
  readonly panelId: string;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
}

/**
 * Shows a button that summarises the events in one line. On narrow screens, CatchupToggleAndPanel.module.css shortens
 * the line.
 */
export const CatchupToggle = ({ catchup, panelId, isOpen, setOpen }: CatchupToggleProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const label = t('catchup.toggle', { what: counted(catchup, t, locale) });
  return (
    <Button
      appearance="subtle"
      className={css.toggle ?? ''}
      icon={<History20Regular />}
      aria-label={label}
      title={label}
      aria-expanded={isOpen}
      aria-controls={isOpen ? panelId : undefined}
      onClick={() => {
        setOpen(!isOpen);
      }}
    >
      <span className={css.long}>{label}</span>
      <span className={css.short}>{t('catchup.toggleShort')}</span>
      <span className={css.number}>{partsInOrder.reduce((sum, part) => sum + catchup[part].length, 0)}</span>
    </Button>
  );
};

interface DayLinkProps {
  readonly of: { readonly meetingId: string; readonly meetingName: string };
  readonly date: LocalDate;
}

const DayLink = ({ of: { meetingId, meetingName }, date }: DayLinkProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const { embedded } = useSurface();
  return (
    <AppLink to={`${embedded ? '/teams' : ''}/reports/${meetingId}?date=${date}`}>
      {t('catchup.day', { meeting: meetingName, date: shortDate(date, locale) })}
    </AppLink>
  );
};

interface PartProps<T> {
  readonly titleKey: WebKey;
  readonly icon: ReactNode;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly children: (item: T) => ReactNode;
}

const Part = <T,>({ titleKey, icon, items, keyOf, children }: PartProps<T>) => {
  const t = useTranslate();
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  if (items.length === 0) return null;
  const shown = isWhole ? items : items.slice(0, firstItems);
  return (
    <div className={css.part}>
      <h3 className={css.partTitle}>{t(titleKey)}</h3>
      <ul id={id} className={css.items}>
        {shown.map((item) => (
          <li key={keyOf(item)} className={css.item}>
            {icon}
            <div className={css.words}>{children(item)}</div>
          </li>
        ))}
      </ul>
      {items.length > firstItems && (
        <Link
          as="button"
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => {
            setWhole(!isWhole);
          }}
        >
          {isWhole ? t('common.less') : t('attention.all', { count: items.length })}
        </Link>
      )}
    </div>
  );
};

const NewBlockerItem = ({ item }: { readonly item: NewBlocker }) => {
  const t = useTranslate();
  const { locale } = useReader();
  return (
    <>
      <strong>{t('attention.blockedSince', { name: item.name, date: shortDate(item.since, locale) })}</strong>
      {item.text !== '' && <ClampedAnswerText text={item.text} />}
      <div>
        <DayLink of={item} date={item.since} />
      </div>
    </>
  );
};

const ResolvedBlockerItem = ({ item }: { readonly item: ResolvedBlocker }) => {
  const t = useTranslate();
  return (
    <>
      <strong>{t('catchup.resolved', { name: item.name })}</strong>
      {item.lasted !== undefined && <div>{t('common.blockerLasted', { days: item.lasted })}</div>}
      <div>
        <DayLink of={item} date={item.since} />
      </div>
    </>
  );
};

const CompletedItem = ({ item }: { readonly item: Completed }) => {
  const t = useTranslate();
  const { answered, asked, late, reason } = item;
  // The two usual reasons for an end, all members answered and the window is over, are not shown.
  const isReasonShown = reason !== null && reason !== 'ALL_ANSWERED' && reason !== 'WINDOW_OVER';
  return (
    <>
      <DayLink of={item} date={item.date} />
      <div className={css.facts}>
        <span>{t('catchup.answered', { answered, asked })}</span>
        {late > 0 && <span>{t('catchup.late', { count: late })}</span>}
        {isReasonShown && <span>{t(`reason.${reason}`)}</span>}
      </div>
    </>
  );
};

const MissedItem = ({ item }: { readonly item: Missed }) => {
  const t = useTranslate();
  return (
    <>
      <DayLink of={item} date={item.date} />
      {item.reason !== null && <div className={css.facts}>{t(`reason.${item.reason}`)}</div>}
    </>
  );
};

/**
 * Returns a title such as "Since your last visit on Tuesday 17 November 2026". If the last visit was today, the title
 * contains the time of the visit instead of the date.
 */
const titleOf = (lastVisitAt: string, today: LocalDate, { zone, locale }: Reader, t: WebTranslate): string => {
  const at = Date.parse(lastVisitAt);
  const date = dateIn(at, zone);
  return date === today
    ? t('catchup.titleToday', { time: timeOf(at, zone, locale) })
    : t('catchup.title', { date: longDate(date, locale) });
};

interface CatchupPanelProps {
  readonly catchup: Catchup;
  readonly id: string;
  readonly onDismiss: () => void;
}

const Head = ({ catchup, titleId, onDismiss }: Omit<CatchupPanelProps, 'id'> & { readonly titleId: string }) => {
  const t = useTranslate();
  const reader = useReader();
  const today = useToday();
  const { lastVisitAt, from } = catchup;
  return (
    <>
      <div className={css.head}>
        <h2 id={titleId} className={css.title}>
          {lastVisitAt !== null && titleOf(lastVisitAt, today, reader, t)}
        </h2>
        <Button
          appearance="subtle"
          size="small"
          className={css.dismiss ?? ''}
          icon={<Dismiss16Regular />}
          onClick={onDismiss}
        >
          {t('catchup.dismiss')}
        </Button>
      </div>
      {from !== null && from !== lastVisitAt && (
        <p className={css.from}>
          {t('catchup.from', { date: longDate(dateIn(Date.parse(from), reader.zone), reader.locale) })}
        </p>
      )}
    </>
  );
};

const runKey = ({ meetingId, date }: Completed | Missed): string => `${meetingId} ${date}`;
const blockerKey = ({ meetingId, memberId }: NewBlocker | ResolvedBlocker): string => `${meetingId} ${memberId}`;
const blockedIcon = <Prohibited16Regular className={css.blocked ?? ''} aria-hidden="true" />;
const resolvedIcon = <CheckmarkCircle16Regular className={css.resolved ?? ''} aria-hidden="true" />;
const completedIcon = <CheckmarkCircle16Regular className={css.completed ?? ''} aria-hidden="true" />;
const missedIcon = <ErrorCircle16Regular className={css.missed ?? ''} aria-hidden="true" />;

/** Lists new and resolved blockers, completed reports and missed reports, each with a link to the report's day. */
export const CatchupPanel = ({ catchup, id, onDismiss }: CatchupPanelProps) => {
  const titleId = useId();
  const { newBlockers, resolvedBlockers, completed, missed } = catchup;
  return (
    <section id={id} className={css.panel} aria-labelledby={titleId}>
      <Head catchup={catchup} titleId={titleId} onDismiss={onDismiss} />
      <div className={css.parts}>
        <Part titleKey="catchup.newBlockers" icon={blockedIcon} items={newBlockers} keyOf={blockerKey}>
          {(item) => <NewBlockerItem item={item} />}
        </Part>
        <Part titleKey="catchup.resolvedBlockers" icon={resolvedIcon} items={resolvedBlockers} keyOf={blockerKey}>
          {(item) => <ResolvedBlockerItem item={item} />}
        </Part>
        <Part titleKey="catchup.completed" icon={completedIcon} items={completed} keyOf={runKey}>
          {(item) => <CompletedItem item={item} />}
        </Part>
        <Part titleKey="catchup.missed" icon={missedIcon} items={missed} keyOf={runKey}>
          {(item) => <MissedItem item={item} />}
        </Part>
      </div>
    </section>
  );
};
