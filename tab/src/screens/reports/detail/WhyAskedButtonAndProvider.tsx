import { Suspense, lazy, useContext, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MeetingReport, ReportMember } from '#contracts/reports/dailyReport.ts';
import { useSession } from '../../../api/client/apiContextAndSessionHooks.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { AskingContext } from './openWhyAskedContext.ts';
import css from './WhyAskedButtonAndProvider.module.css';
import type { WhyTarget } from './WhyAskedPopover.tsx';

const WhyPopover = lazy(() => import('./WhyAskedPopover.tsx').then((module) => ({ default: module.WhyAskedPopover })));

/** True if the member counts as prompted. A member who answered always counts, even if the run was cancelled later. */
const wasAsked = ({ state, isCompleted }: ReportMember, report: MeetingReport): boolean =>
  isCompleted || (state !== 'AWAY' && report.state !== 'MISSED' && report.state !== 'CANCELLED');

interface WhyButtonProps {
  readonly member: ReportMember;
  readonly report: MeetingReport;
}

/**
 * Shows a button below a member's answers. It opens the explanation of why the member was or was not prompted. All
 * cards share one popup, so that each card contains only a plain button.
 */
export const WhyAskedButton = ({ member, report }: WhyButtonProps) => {
  const t = useTranslate();
  const asking = useContext(AskingContext);
  if (asking === undefined || !asking.mayAsk(member.memberId)) return null;
  const text = t(wasAsked(member, report) ? 'why.asked' : 'why.notAsked');
  return (
    <button
      type="button"
      className={css.ask}
      aria-haspopup="dialog"
      aria-label={t('why.of', { question: text, name: member.name })}
      onClick={(event) => {
        asking.ask(member, event.currentTarget);
      }}
    >
      {text}
    </button>
  );
};

interface WhyProviderProps {
  readonly meetingId: string;
  readonly date: LocalDate;
  /**
   * True for readers with the permission `meeting.state`: they may read the explanation for all members, other members
   * may read only their own.
   */
  readonly seesAll: boolean;
  readonly children: ReactNode;
}

export const WhyProvider = ({ meetingId, date, seesAll, children }: WhyProviderProps) => {
  const session = useSession();
  const own = session.status === 'signedIn' ? session.memberId : null;
  const [target, setTarget] = useState<WhyTarget>();
  const opener = useRef<HTMLElement>(null);
  const asking = useMemo(
    () => ({
      mayAsk: (memberId: string) => seesAll || memberId === own,
      ask: ({ memberId, name }: ReportMember, place: HTMLElement) => {
        opener.current = place;
        setTarget({ memberId, name, place });
      },
    }),
    [seesAll, own],
  );
  return (
    <AskingContext value={asking}>
      {children}
      {target !== undefined && (
        <Suspense>
          <WhyPopover
            key={target.memberId}
            target={target}
            meetingId={meetingId}
            date={date}
            onClose={() => {
              setTarget(undefined);
              opener.current?.focus();
            }}
          />
        </Suspense>
      )}
    </AskingContext>
  );
};
