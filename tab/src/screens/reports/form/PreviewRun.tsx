import type { Meeting } from '#contracts/meeting.ts';
import type { Runs } from '../../../api/reportForm.ts';
import { placeOf, sameClock, shortDate, timeOf } from '../../../ui/dates.ts';
import { useReader } from '../../../ui/reader.ts';
import { useWords } from '../../../ui/words.ts';
import css from './Preview.module.css';

type Run = Runs[number];

interface PreviewRunProps {
  readonly run: Run;
  readonly timezone: string;
  readonly timeBasis: Meeting['timeBasis'];
  /** The run before it: the other clocks are told again only when they differ. */
  readonly before: Run | undefined;
}

/** Zones named beside the report's own. */
const zonesAtMost = 3;

/** The other clocks of those who are asked, each once: "15:30 in Kolkata". */
const useElsewhere = (): ((run: Run, timezone: string) => string | undefined) => {
  const words = useWords();
  const { locale } = useReader();
  return (run, timezone) => {
    const at = Date.parse(run.at);
    const zones = [...new Set(run.members.map((one) => one.timezone))].filter((zone) => !sameClock(at, zone, timezone));
    if (zones.length === 0) return undefined;
    const named = zones
      .slice(0, zonesAtMost)
      .map((zone) => words('preview.timeIn', { time: timeOf(at, zone, locale), place: placeOf(zone) }));
    const more = zones.length - zonesAtMost;
    const all = more > 0 ? [...named, words('preview.moreZones', { count: more })] : named;
    return new Intl.ListFormat(locale, { type: 'conjunction' }).format(all);
  };
};

const useTime = ({ run, timezone, timeBasis }: PreviewRunProps): string => {
  const words = useWords();
  const { locale, zone } = useReader();
  const at = Date.parse(run.at);
  const date = shortDate(run.date, locale);
  if (timeBasis === 'MEMBER') {
    const [first] = run.members;
    const time = first === undefined ? timeOf(at, timezone, locale) : first.localTime.slice(11, 16);
    return words('preview.runMember', { date, time });
  }
  const time = timeOf(at, timezone, locale);
  return sameClock(at, zone, timezone)
    ? words('preview.run', { date, time })
    : words('preview.runIn', { date, time, place: placeOf(timezone) });
};

/** One run in words, and why it is not like the others when it is not. */
export const PreviewRun = (props: PreviewRunProps) => {
  const { run, before, timezone, timeBasis } = props;
  const words = useWords();
  const elsewhereOf = useElsewhere();
  const time = useTime(props);
  const isSkipped = run.state === 'SKIPPED';
  const elsewhere = timeBasis === 'MEMBER' || isSkipped ? undefined : elsewhereOf(run, timezone);
  const isSaid = before?.state === 'RUN' && elsewhereOf(before, timezone) === elsewhere;
  return (
    <li className={css.run}>
      <span className={isSkipped ? css.skipped : undefined}>{time}</span>
      {elsewhere !== undefined && !isSaid && <span className={css.note}>{elsewhere}</span>}
      {run.shift !== undefined && !isSkipped && <span className={css.note}>{words(`preview.shift${run.shift}`)}</span>}
      {run.reason !== undefined && <span className={css.note}>{words(`preview.skipped${run.reason}`)}</span>}
    </li>
  );
};
