import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { may } from '#contracts/permissions.ts';
import { errorText } from '../../api/errorText.ts';
import { useMeetingNames, useUserDetails } from '../../api/queries.ts';
import { useTeam } from '../../api/team.tsx';
import type { TeamState } from '../../api/team.tsx';
import { NotConnected } from '../../parts/NotConnected.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useWords } from '../../ui/words.ts';
import { useSheetAddress } from './address.ts';
import type { SheetAddress } from './address.ts';
import { Title } from './Head.tsx';
import { ListView } from './ListView.tsx';
import { Waiting } from './Waiting.tsx';
import { WeekView } from './WeekView.tsx';

type ReadyTeam = Extract<TeamState, { readonly kind: 'ready' }>;

const Frame = ({ children }: { readonly children: ReactNode }) => (
  <>
    <Title />
    {children}
  </>
);

const Trouble = ({ error, retry }: { readonly error: unknown; readonly retry: () => void }) => {
  const words = useWords();
  return (
    <Frame>
      <EmptyState role="alert" text={errorText(error, words)}>
        <Button onClick={retry}>{words('common.retry')}</Button>
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
 * A link's team becomes the one chosen for the whole app, as the header shows it; from then on the address names none. Another
 * team chosen there is not of the people and reports that the address names.
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
  const me = useUserDetails();
  const meetings = useMeetingNames(teamId);
  const error = me.error ?? meetings.error;
  if (me.data === undefined || meetings.data === undefined) {
    const retry = (): void => {
      void me.refetch();
      void meetings.refetch();
    };
    return error === null ? <Loading /> : <Trouble error={error} retry={retry} />;
  }
  const { role, memberId: meId } = me.data;
  const isApprover = may('timesheet.approve', { role, belongsToTeam: true, isOwner: false });
  const waiting = <Waiting teamId={teamId} address={address} isApprover={isApprover} />;
  const sheet = { teamId, address, meetings: meetings.data, meId, waiting };
  const whose = address.member ?? meId;
  if (address.week === undefined || whose === null) return <ListView {...sheet} />;
  return <WeekView key={`${whose} ${address.week}`} {...sheet} memberId={whose} monday={address.week} />;
};

const Ready = ({ team }: { readonly team: ReadyTeam }) => {
  const words = useWords();
  const address = useSheetAddress();
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

/** Who spent how much time on what; own rows are written here, weeks submitted and approved. */
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
