import { Button } from '@fluentui/react-components';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { dateIn, shortDate, timeOf } from '../../ui/text/calculateAndFormatDates.ts';
import { useNow, useReader } from '../../ui/text/readerContextClockAndDates.ts';
import type { Reader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import type { WebTranslate } from '../../ui/text/translate.ts';
import type { AnswerTarget } from './answerDialogTarget.ts';
import type { OwedRun } from './runsOwedByReader.ts';
import css from './OwedAnswerBanners.module.css';

interface OwedBannersProps {
  readonly runs: readonly OwedRun[];
  readonly onAnswer: (target: AnswerTarget) => void;
}

interface Days {
  readonly today: LocalDate;
  /**
   * The last date that the sentence names before the time; by default, today. A time without a date refers to this
   * date.
   */
  readonly named?: LocalDate;
}

/** Returns a time such as "12:00". Adds the day unless the time is today and `named` is today too. */
const timeOnDay = (ms: number, { today, named = today }: Days, { zone, locale }: Reader): string => {
  const time = timeOf(ms, zone, locale);
  const day = dateIn(ms, zone);
  return day === today && day === named ? time : `${shortDate(day, locale)} ${time}`;
};

interface BannerProps extends Pick<OwedBannersProps, 'onAnswer'> {
  readonly run: OwedRun;
}

const nameOf = ({ meetingName, teamName }: OwedRun, t: WebTranslate): string =>
  teamName === null ? meetingName : t('owed.inTeam', { meeting: meetingName, team: teamName });

const Banner = ({ run, onAnswer }: BannerProps) => {
  const t = useTranslate();
  const now = useNow();
  const reader = useReader();
  const { meetingId, meetingName, closesAt, graceEndsAt } = run;
  const date = shortDate(run.date, reader.locale);
  const meeting = nameOf(run, t);
  const textOf = (): string => {
    const today = dateIn(now, reader.zone);
    const values = { meeting, date, time: timeOnDay(closesAt, { today }, reader) };
    if (closesAt > now) return t('owed.closes', values);
    if (graceEndsAt === undefined) return t('owed.closed', values);
    const closingDay = dateIn(closesAt, reader.zone);
    const named = closingDay === today ? run.date : closingDay;
    return t('owed.closedUntil', { ...values, until: timeOnDay(graceEndsAt, { today, named }, reader) });
  };
  return (
    <li className={closesAt > now ? css.banner : css.late}>
      <span className={css.text}>{textOf()}</span>
      <Button
        appearance="primary"
        aria-label={t('owed.answerFor', { meeting, date })}
        onClick={() => {
          onAnswer({ meetingId, meetingName, date: run.date, edit: false });
        }}
      >
        {t('owed.answer')}
      </Button>
    </li>
  );
};

/** Lists the runs that the reader still has to answer, at the top of the page. */
export const OwedAnswerBanners = ({ runs, onAnswer }: OwedBannersProps) => {
  const t = useTranslate();
  if (runs.length === 0) return null;
  return (
    <ul className={css.banners} aria-label={t('owed.list')}>
      {runs.map((run) => (
        <Banner key={`${run.meetingId} ${run.date}`} run={run} onAnswer={onAnswer} />
      ))}
    </ul>
  );
};
