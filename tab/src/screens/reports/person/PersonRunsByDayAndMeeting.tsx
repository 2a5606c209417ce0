import { useId } from 'react';
import { CheckboxChecked16Regular } from '@fluentui/react-icons/svg/checkbox-checked';
import { CheckboxUnchecked16Regular } from '@fluentui/react-icons/svg/checkbox-unchecked';
import type { PersonReport, PersonRun, PersonTotals } from '#contracts/reports/personReport.ts';
import { AnswerList } from '../../../parts/answerDisplay/AnswerList.tsx';
import { LazyTextWithLinks } from '../../../parts/LazyTextWithLinks.tsx';
import { useDayText } from '../../../ui/text/readerContextClockAndDates.ts';
import { AppLink } from '../../../ui/display/AppLink.tsx';
import head from '../../../ui/display/ListEntryHeading.module.css';
import { useSurface } from '../../../ui/display/pageHostContext.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import css from './PersonReportScreen.module.css';
import { memberStateText } from './memberStateText.ts';

interface RunPart {
  readonly run: PersonRun;
  readonly teamId: string | undefined;
}

const Goals = ({ run: { goals }, teamId }: RunPart) => {
  const t = useTranslate();
  if (goals.length === 0) return null;
  return (
    <ul className={css.goals} aria-label={t('personPage.goals')}>
      {goals.map(({ text, ticked }, index) => (
        <li key={`${String(index)} ${text}`} className={css.goal}>
          {ticked ? (
            <CheckboxChecked16Regular title={t('personPage.goalReached')} />
          ) : (
            <CheckboxUnchecked16Regular title={t('personPage.goalOpen')} />
          )}
          <LazyTextWithLinks text={text} teamId={teamId} />
        </li>
      ))}
    </ul>
  );
};

const Answers = ({ run, teamId }: RunPart) => {
  const t = useTranslate();
  if (run.isErased) return <p className={css.note}>{t('personPage.erasedAnswer')}</p>;
  return <AnswerList answers={run.answers} teamId={teamId} />;
};

interface RunProps extends RunPart {
  /** Heading of the run: the report's name in the view by day, the date in the view by report. */
  readonly title: string;
}

const Run = ({ run, teamId, title }: RunProps) => {
  const t = useTranslate();
  const { embedded } = useSurface();
  const report = `${embedded ? '/teams' : ''}/reports/${run.meetingId}`;
  return (
    <li className={css.run}>
      <div className={head.head}>
        <h3 className={head.title}>
          <AppLink to={`${report}?date=${run.date}`}>{title}</AppLink>
        </h3>
        <span className={head.state}>{memberStateText(run, t)}</span>
      </div>
      <Goals run={run} teamId={teamId} />
      <Answers run={run} teamId={teamId} />
    </li>
  );
};

const useTotalsText = (): ((totals: PersonTotals) => string) => {
  const t = useTranslate();
  return ({ answered, asked, late, goalsTicked, goalsOffered, blocked, away, skipped = 0 }) =>
    [
      t('personPage.answeredOf', { answered, asked }),
      ...(late > 0 ? [t('personPage.lateCount', { count: late })] : []),
      ...(goalsOffered > 0 ? [t('personPage.goalsOf', { ticked: goalsTicked, offered: goalsOffered })] : []),
      ...(blocked > 0 ? [t('personPage.blockedCount', { count: blocked })] : []),
      ...(away > 0 ? [t('personPage.awayCount', { count: away })] : []),
      ...(skipped > 0 ? [t('personPage.skippedCount', { count: skipped })] : []),
    ].join(' · ');
};

const teamOf = ({ meetings }: PersonReport, run: PersonRun): string | undefined =>
  meetings.find(({ meetingId }) => meetingId === run.meetingId)?.teamId;

export const ByDay = ({ report }: { readonly report: PersonReport }) => {
  const dayText = useDayText();
  const id = useId();
  return report.days.map(({ date, runs }) => (
    <section key={date} className={css.group} aria-labelledby={id + date}>
      <h2 id={id + date} className={css.groupTitle}>
        {dayText(date)}
      </h2>
      <ul className={css.runs}>
        {runs.map((run) => (
          <Run key={run.meetingId} run={run} teamId={teamOf(report, run)} title={run.meetingName} />
        ))}
      </ul>
    </section>
  ));
};

export const ByMeeting = ({ report }: { readonly report: PersonReport }) => {
  const dayText = useDayText();
  const id = useId();
  const totalsText = useTotalsText();
  const runs = report.days.flatMap((day) => day.runs);
  return report.meetings.map(({ meetingId, meetingName, teamId, teamName, ...totals }) => (
    <section key={meetingId} className={css.group} aria-labelledby={id + meetingId}>
      <h2 id={id + meetingId} className={css.groupTitle}>
        {meetingName}
      </h2>
      <p className={css.groupFacts}>
        {teamName} · {totalsText(totals)}
      </p>
      <ul className={css.runs}>
        {runs
          .filter((run) => run.meetingId === meetingId)
          .map((run) => (
            <Run key={run.date} run={run} teamId={teamId} title={dayText(run.date)} />
          ))}
      </ul>
    </section>
  ));
};
