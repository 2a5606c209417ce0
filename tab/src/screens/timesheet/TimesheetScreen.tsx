import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useMeetingNames } from '../../api/meetings/meetingNamesQuery.ts';
import { useUserDetails } from '../../api/client/userDetailsAndOrgPauseCheck.ts';
import { useTeam } from '../../api/organisations/selectedTeam.tsx';
import type { TeamState } from '../../api/organisations/selectedTeam.tsx';
import { NoTeamOrDisabledNotice } from '../../parts/NoTeamOrDisabledNotice.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { PartFailedNotice } from '../../ui/display/PartFailedNotice.tsx';
import { LoadingSkeleton } from '../../ui/display/LoadingSkeleton.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import { useCorrectedDates } from '../../parts/dateRangeInUrl.ts';
import { useSheetAddress } from './timesheetUrlFilters.ts';
import type { SheetAddress } from './timesheetUrlFilters.ts';
import { Title } from './TimesheetTitleAndViewSwitch.tsx';
import { TaskListView } from './TaskListView.tsx';
import { WaitingWeeksList } from './week/WaitingWeeksList.tsx';
import { WeekView } from './week/WeekView.tsx';

type ReadyTeam = Extract<TeamState, { readonly kind: 'ready' }>;

const Frame = ({ children }: { readonly children: ReactNode }) => (
  <>
    <Title />
    {children}
  </>
);

const Trouble = ({ error, retry }: { readonly error: unknown; readonly retry: () => unknown }) => {
  const t = useTranslate();
  return (
    <Frame>
      <EmptyState role="alert" text={errorText(error, t)}>
        <Button onClick={() => void retry()}>{t('common.retry')}</Button>
      </EmptyState>
    </Frame>
  );
};

const Loading = () => (
  <Frame>
    <LoadingSkeleton shape="rows" />
  </Frame>
);

/**
 * Selects the team that a link names in the whole app, and removes it from the address. When the reader then selects
 * another team, removes the members and reports of the first team from the address. `there` = the right team is
 * selected; `going` = not yet; `foreign` = the reader is not in the link's team.
 */
const useTeamOfLink = (
  { teams, selected, select }: ReadyTeam,
  { team, leaveTeam, dropTeam }: Pick<SheetAddress, 'team' | 'leaveTeam' | 'dropTeam'>,
): 'there' | 'going' | 'foreign' => {
  const shown = useRef<string>(selected.id);
  const wanted = teams.find(({ id }) => id === team)?.id;
  useEffect(() => {
    if (wanted !== undefined) {
      shown.current = wanted;
      select(wanted);
      dropTeam();
    } else if (shown.current !== selected.id) {
      shown.current = selected.id;
      leaveTeam();
    }
  }, [wanted, selected.id, select, leaveTeam, dropTeam]);
  if (team === undefined) return 'there';
  return wanted === undefined ? 'foreign' : 'going';
};

const Sheet = ({ teamId, address }: { readonly teamId: string; readonly address: SheetAddress }) => {
  const t = useTranslate();
  const me = useUserDetails();
  const meetings = useMeetingNames(teamId);
  // The state is kept here, because both the list view and the week view show the list of waiting weeks.
  const [isWaitingOpen, setWaitingOpen] = useState(false);
  if (me.data === undefined) return me.error === null ? <Loading /> : <Trouble error={me.error} retry={me.refetch} />;
  if (meetings.isPending) return <Loading />;
  const { role, memberId: meId, billing } = me.data;
  const whyReadOnly = billing?.state === 'READ_ONLY' ? t('timesheet.readOnly') : undefined;
  const isApprover = hasPermission('timesheet.approve', { role, belongsToTeam: true, isOwner: false });
  const waiting = (
    <>
      {meetings.isError && <PartFailedNotice text="timesheet.noReportList" retry={meetings.refetch} />}
      <WaitingWeeksList
        {...{ teamId, address, isApprover, isOpen: isWaitingOpen }}
        onToggle={() => {
          setWaitingOpen(!isWaitingOpen);
        }}
      />
    </>
  );
  const sheet = { teamId, address, meetings: meetings.data ?? [], meId, whyReadOnly, waiting };
  const whose = address.member ?? meId;
  if (address.week === undefined || whose === null) return <TaskListView {...sheet} />;
  return <WeekView key={`${whose} ${address.week}`} {...sheet} memberId={whose} monday={address.week} />;
};

const Ready = ({ team }: { readonly team: ReadyTeam }) => {
  const t = useTranslate();
  const address = useSheetAddress();
  useCorrectedDates(address);
  const standing = useTeamOfLink(team, address);
  switch (standing) {
    case 'there':
      return <Sheet key={team.selected.id} teamId={team.selected.id} address={address} />;
    case 'going':
      return <Loading />;
    case 'foreign':
      return (
        <Frame>
          <EmptyState text={t('timesheet.foreignTeam')}>
            <Button
              onClick={() => {
                address.clear();
              }}
            >
              {t('timesheet.ownTeam')}
            </Button>
          </EmptyState>
        </Frame>
      );
  }
};

export const TimesheetScreen = () => {
  const team = useTeam();
  switch (team.kind) {
    case 'loading':
      return <Loading />;
    case 'failed':
      return <Trouble error={team.error} retry={team.retry} />;
    case 'none':
      return (
        <Frame>
          <NoTeamOrDisabledNotice />
        </Frame>
      );
    case 'ready':
      return <Ready team={team} />;
  }
};
