import { Button } from '@fluentui/react-components';
import type { DailyReport, MeetingReport } from '#contracts/report.ts';
import { useSession } from '../../api/context.ts';
import { timeOf } from '../../ui/dates.ts';
import { useNow, useReader } from '../../ui/reader.ts';
import { useWords } from '../../ui/words.ts';
import type { AnswerTarget } from './answerTarget.ts';
import css from './OwedBanners.module.css';

interface OwedBannersProps {
  readonly day: DailyReport;
  readonly onAnswer: (target: AnswerTarget) => void;
}

/** What the reader still owes, before anything else on the page. */
export const OwedBanners = ({ day, onAnswer }: OwedBannersProps) => {
  const words = useWords();
  const now = useNow();
  const { zone, locale } = useReader();
  const session = useSession();
  const memberId = session.status === 'signedIn' ? session.memberId : null;
  const closeOf = (report: MeetingReport): number =>
    Date.parse(report.members.find((one) => one.memberId === memberId)?.closesAt ?? report.closesAt);
  const textOf = (report: MeetingReport): string => {
    const close = closeOf(report);
    const values = { meeting: report.meetingName, time: timeOf(close, zone, locale) };
    return close > now ? words('owed.closes', values) : words('owed.closed', values);
  };
  return day.reports
    .filter((report) => report.owes)
    .map((report) => (
      <div key={report.meetingId} className={css.banner}>
        <span>{textOf(report)}</span>
        <Button
          appearance="primary"
          aria-label={words('owed.answerFor', { meeting: report.meetingName })}
          onClick={() => {
            onAnswer({ meetingId: report.meetingId, meetingName: report.meetingName, date: day.date, edit: false });
          }}
        >
          {words('owed.answer')}
        </Button>
      </div>
    ));
};
