import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { may } from '#contracts/core/permissions.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useMeetingNames, useUserDetails } from '../../api/client/queries.ts';
import { useTeam } from '../../api/organisations/team.tsx';
import type { TeamState } from '../../api/organisations/team.tsx';
import { NotConnected } from '../../parts/NotConnected.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { StaleNotice } from '../../ui/display/StaleNotice.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useWords } from '../../ui/text/words.ts';
import { useCorrectedDates } from '../../parts/dateRange.ts';
import { useSheetAddress } from './sheetAddress.ts';
import type { SheetAddress } from './sheetAddress.ts';
import { Title } from './Head.tsx';
import { ListView } from './ListView.tsx';
import { Waiting } from './week/Waiting.tsx';
import { WeekView } from './week/WeekView.tsx';

type ReadyTeam = Extract<TeamState, { readonly kind: 'ready' }>;

const Frame = ({ children }: { readonly children: ReactNode }) => (
  <>
    <Title />
    {children}
  </>
);

const Trouble = ({ error, retry }: { readonly error: unknown; readonly retry: () => unknown }) => {
  const words = useWords();
  return (
    <Frame>
      <EmptyState role="alert" text={errorText(error, words)}>
        <Button onClick={() => void retry()}>{words('common.retry')}</Button>
      </EmptyState>
    </Frame>
  );
};

const Loading = () => (
  <Frame>
    <Skeleton shape="rows" />
  </Frame>
);

/**
 * A team in the link becomes the team of the whole app and leaves the address. When the reader then selects another team, the
 * members and reports of the first team leave the address. `foreign` = the link's team is not one of the reader's.
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
  const words = useWords();
  const me = useUserDetails();
  const meetings = useMeetingNames(teamId);
  // Here, because the list and every week show the same list of weeks.
  const [isWaitingOpen, setWaitingOpen] = useState(false);
  if (me.data === undefined) return me.error === null ? <Loading /> : <Trouble error={me.error} retry={me.refetch} />;
  if (meetings.isPending) return <Loading />;
  const { role, memberId: meId, billing } = me.data;
  const whyReadOnly = billing?.state === 'READ_ONLY' ? words('timesheet.readOnly') : undefined;
  const isApprover = may('timesheet.approve', { role, belongsToTeam: true, isOwner: false });
  const waiting = (
    <>
      {meetings.isError && <StaleNotice text="timesheet.noReportList" retry={meetings.refetch} />}
      <Waiting
        {...{ teamId, address, isApprover, isOpen: isWaitingOpen }}
        onToggle={() => {
          setWaitingOpen(!isWaitingOpen);
        }}
      />
    </>
  );
  const sheet = { teamId, address, meetings: meetings.data ?? [], meId, whyReadOnly, waiting };
  const whose = address.member ?? meId;
  if (address.week === undefined || whose === null) return <ListView {...sheet} />;
  return <WeekView key={`${whose} ${address.week}`} {...sheet} memberId={whose} monday={address.week} />;
};

const Ready = ({ team }: { readonly team: ReadyTeam }) => {
  const words = useWords();
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
          <EmptyState text={words('timesheet.foreignTeam')}>
            <Button
              onClick={() => {
                address.clear();
              }}
            >
              {words('timesheet.ownTeam')}
            </Button>
          </EmptyState>
        </Frame>
      );
  }
};

/** Shows the time that members spent on tasks. Members write their own rows; weeks are submitted and approved. */
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
          <NotConnected />
        </Frame>
      );
    case 'ready':
      return <Ready team={team} />;
  }
};
