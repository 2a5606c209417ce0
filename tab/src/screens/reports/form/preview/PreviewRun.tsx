import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Runs } from '../../../../api/meetings/reportFormQueriesAndSave.ts';
import { placeOf, sameClock, shortDate, timeOf } from '../../../../ui/text/calculateAndFormatDates.ts';
import { useReader } from '../../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../../ui/text/translate.ts';
import css from './ReportPreview.module.css';

type Run = Runs[number];

interface PreviewRunProps {
  readonly run: Run;
  readonly timezone: string;
  readonly timeBasis: Meeting['timeBasis'];
  /** Names of members by member id, because the server's preview contains only ids. */
  readonly names: ReadonlyMap<string, string>;
}

/** Largest number of other time zones that the text names; further zones are only counted. */
const zonesAtMost = 3;
/** Largest number of members on vacation whom the text names; further members are only counted. */
const awayAtMost = 3;
const minutesOfDay = 1440;
/** 12:30 in minutes after midnight. The further a time of day is from this one, the more unusual it is for a prompt. */
const middleOfDay = 750;

const minutesFromMiddle = (at: number, zone: string): number => {
  const [hours = 0, minutes = 0] = timeOf(at, zone, 'en-GB').split(':').map(Number);
  const distance = Math.abs(hours * 60 + minutes - middleOfDay);
  return Math.min(distance, minutesOfDay - distance);
};

/**
 * Returns a function that describes the time of a run in the other time zones of its members, such as "15:30 in
 * Kolkata". Leaves out zones whose clocks show the same time as the report's zone.
 */
const useElsewhere = (): ((run: Run, timezone: string) => string | undefined) => {
  const t = useTranslate();
  const { locale } = useReader();
  return (run, timezone) => {
    const at = Date.parse(run.at);
    const zones = [...new Set(run.members.map((member) => member.timezone))].filter(
      (zone) => !sameClock(at, zone, timezone),
    );
    if (zones.length === 0) return undefined;
    // The most unusual times come first, because readers must notice them.
    const named = zones
      .sort((item, other) => minutesFromMiddle(at, other) - minutesFromMiddle(at, item))
      .slice(0, zonesAtMost)
      .map((zone) => t('preview.timeIn', { time: timeOf(at, zone, locale), place: placeOf(zone) }));
    const more = zones.length - zonesAtMost;
    const all = more > 0 ? [...named, t('preview.moreZones', { count: more })] : named;
    return new Intl.ListFormat(locale, { type: 'conjunction' }).format(all);
  };
};

const useAway = ({ run, names }: PreviewRunProps): string | undefined => {
  const t = useTranslate();
  const { locale } = useReader();
  const awayNames = (run.away ?? []).flatMap((id) => names.get(id) ?? []);
  if (awayNames.length === 0) return undefined;
  const more = awayNames.length - awayAtMost;
  const named = awayNames.slice(0, awayAtMost);
  const all = more > 0 ? [...named, t('preview.moreAway', { count: more })] : named;
  return t('preview.away', { names: new Intl.ListFormat(locale, { type: 'conjunction' }).format(all) });
};

const useTime = ({ run, timezone, timeBasis }: PreviewRunProps): string => {
  const t = useTranslate();
  const { locale, zone } = useReader();
  const at = Date.parse(run.at);
  const date = shortDate(run.date, locale);
  if (timeBasis === 'MEMBER') {
    const [first] = run.members;
    const time = first === undefined ? timeOf(at, timezone, locale) : first.localTime.slice(11, 16);
    return t('preview.runMember', { date, time });
  }
  const time = timeOf(at, timezone, locale);
  return sameClock(at, zone, timezone)
    ? t('preview.run', { date, time })
    : t('preview.runIn', { date, time, place: placeOf(timezone) });
};

export const PreviewRun = (props: PreviewRunProps) => {
  const { run, timezone, timeBasis } = props;
  const t = useTranslate();
  const elsewhereOf = useElsewhere();
  const time = useTime(props);
  const isSkipped = run.state === 'SKIPPED';
  const elsewhere = timeBasis === 'MEMBER' || isSkipped ? undefined : elsewhereOf(run, timezone);
  const away = useAway(props);
  return (
    <li className={css.run}>
      <span className={isSkipped ? css.skipped : undefined}>{time}</span>
      {elsewhere !== undefined && <span className={css.note}>{elsewhere}</span>}
      {away !== undefined && <span className={css.note}>{away}</span>}
      {run.shift !== undefined && !isSkipped && <span className={css.note}>{t(`preview.shift${run.shift}`)}</span>}
      {run.reason !== undefined && <span className={css.note}>{t(`preview.skipped${run.reason}`)}</span>}
    </li>
  );
};
