import { useEffect, useState } from 'react';
import type { LocalDate } from '#contracts/ids.ts';
import type { MeetingReport } from '#contracts/report.ts';
import { useSurface } from '../../ui/surface.ts';
import { useWords } from '../../ui/words.ts';
import { MemberCard } from './MemberCard.tsx';
import type { MemberExtra } from './MemberCard.tsx';
import css from './People.module.css';

const firstBatch = 60;
const nextBatch = 40;

/** How many are drawn by now: the first ones at once, the others a batch at a time, so that a big team never blocks the page. */
const useBatches = (total: number): number => {
  const [count, setCount] = useState(firstBatch);
  useEffect(() => {
    if (count >= total) return undefined;
    const timer = setTimeout(() => {
      setCount(count + nextBatch);
    }, 0);
    return () => {
      clearTimeout(timer);
    };
  }, [count, total]);
  return Math.min(count, total);
};

interface PeopleProps {
  readonly report: MeetingReport;
  readonly date: LocalDate;
  readonly isToday: boolean;
  readonly MemberExtra?: MemberExtra | undefined;
}

/** Everybody asked, in the order of the report: blocked, answered, still open, away, missing. */
export const People = ({ report, date, isToday, MemberExtra }: PeopleProps) => {
  const words = useWords();
  const shown = useBatches(report.members.length);
  const { embedded } = useSurface();
  const base = embedded ? '/teams/reports/person/' : '/reports/person/';
  return (
    <ul className={css.grid} aria-label={words('people.list', { meeting: report.meetingName })}>
      {report.members.slice(0, shown).map((member) => (
        <MemberCard
          key={member.memberId}
          member={member}
          report={report}
          date={date}
          isToday={isToday}
          page={base + member.memberId}
          Extra={MemberExtra}
        />
      ))}
    </ul>
  );
};
