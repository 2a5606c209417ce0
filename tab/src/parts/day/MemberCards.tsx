import { Suspense, lazy, startTransition, useState } from 'react';
import { Button } from '@fluentui/react-components';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MeetingReport, ReportMember } from '#contracts/reports/dailyReport.ts';
import { useSurface } from '../../ui/display/pageHostContext.ts';
import { useGradualItemCount } from '../../ui/display/useGradualItemCount.ts';
import { useSearchParams } from '../../ui/router/searchParamsAndValueChecks.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { MemberCard } from './MemberCard.tsx';
import type { MemberExtra } from './MemberCard.tsx';
import css from './MemberCards.module.css';
import { allPeople, foldedPeopleCount, peopleOf } from './shownMemberCards.ts';

const PeopleFilter = lazy(() =>
  import('./MemberCardFilter.tsx').then((module) => ({ default: module.MemberCardFilter })),
);

const batches = { first: 60, next: 20 };

interface PeopleProps {
  readonly report: MeetingReport;
  readonly date: LocalDate;
  readonly isToday: boolean;
  readonly MemberExtra?: MemberExtra | undefined;
}

const ShowAll = ({ count, onClick }: { readonly count: number; readonly onClick: () => void }) => (
  <Button className={css.all ?? ''} onClick={onClick}>
    {useTranslate()('people.showAll', { count })}
  </Button>
);

interface GridProps extends PeopleProps {
  readonly members: readonly ReportMember[];
  /** Id of the member to whose answer a link leads; null = none. */
  readonly sought: string | null;
}

const Grid = ({ report, members, sought, date, isToday, MemberExtra }: GridProps) => {
  const t = useTranslate();
  const shown = useGradualItemCount(members.length, batches);
  const { embedded } = useSurface();
  const base = embedded ? '/teams/reports/person/' : '/reports/person/';
  return (
    <ul className={css.grid} aria-label={t('people.list', { meeting: report.meetingName })}>
      {members.slice(0, shown).map((member) => (
        <MemberCard
          key={member.memberId}
          member={member}
          report={report}
          date={date}
          isToday={isToday}
          page={base + member.memberId}
          isSought={member.memberId === sought}
          Extra={MemberExtra}
        />
      ))}
    </ul>
  );
};

/**
 * Shows the members of the report in the server's order: blocked, answered, still open, away, skipped, missing. A team
 * of more than `foldedPeopleCount` members is folded.
 */
export const MemberCards = (props: PeopleProps) => {
  const { report } = props;
  const params = useSearchParams();
  const sought = params.get('member');
  // If a link leads to the answer of one of these members, the list begins unfolded, so that the answer is visible.
  const isThere = report.members.some(({ memberId }) => memberId === sought);
  const [choice, setChoice] = useState({ ...allPeople, isWhole: allPeople.isWhole || isThere });
  const shownMembers = peopleOf(report.members, choice);
  const isSmall = report.members.length <= foldedPeopleCount;
  const isFolded = !choice.isWhole && shownMembers.length > foldedPeopleCount;
  return (
    <>
      {!isSmall && (
        <Suspense>
          <PeopleFilter report={report} found={shownMembers.length} choice={choice} onChange={setChoice} />
        </Suspense>
      )}
      <Grid {...props} sought={sought} members={isFolded ? shownMembers.slice(0, foldedPeopleCount) : shownMembers} />
      {isFolded && (
        <ShowAll
          count={shownMembers.length}
          onClick={() => {
            startTransition(() => {
              setChoice({ ...choice, isWhole: true });
            });
          }}
        />
      )}
    </>
  );
};
