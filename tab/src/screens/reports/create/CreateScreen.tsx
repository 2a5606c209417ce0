import { useEffect, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { useNavigate, useParams } from 'react-router-dom';
import type { Team } from '#contracts/team.ts';
import { useApi, useSession } from '../../../api/context.ts';
import { errorText } from '../../../api/errorText.ts';
import { useChannels, useReportDefaults, useTimezones } from '../../../api/reportForm.ts';
import { useTeam } from '../../../api/team.tsx';
import type { TeamState } from '../../../api/team.tsx';
import { NotConnected } from '../../../parts/NotConnected.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useReader } from '../../../ui/reader.ts';
import { useSurface } from '../../../ui/surface.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useWords } from '../../../ui/words.ts';
import { newForm } from './begin.ts';
import css from './CreateScreen.module.css';
import { draftPlace } from './draft.ts';
import { Wizard } from './Wizard.tsx';

const Failed = ({ error, retry }: { readonly error: unknown; readonly retry: () => void }) => {
  const words = useWords();
  return (
    <EmptyState role="alert" text={errorText(error, words)}>
      <Button onClick={retry}>{words('common.retry')}</Button>
    </EmptyState>
  );
};

interface BeginningProps {
  readonly team: Team;
  readonly home: string;
}

interface ChannelHere {
  readonly isKnown: boolean;
  readonly id: string | null;
}

/** The channel whose tab this is, when it is one of the team and not General: a report made there posts there. */
const useChannelHere = (teamId: string): ChannelHere => {
  const { channelId } = useSurface();
  const { data, isPending } = useChannels(teamId);
  const found = data?.find((one) => one.id === channelId && !one.isGeneral);
  return { isKnown: channelId === null || !isPending, id: found?.id ?? null };
};

/** What a new report begins with is fetched once; what is typed is never replaced by a later answer. */
const Beginning = ({ team, home }: BeginningProps) => {
  const { session } = useApi();
  const reader = useReader();
  const signedIn = useSession();
  const defaults = useReportDefaults();
  const zones = useTimezones(reader.zone);
  const channel = useChannelHere(team.id);
  const owner = signedIn.status === 'signedIn' ? (signedIn.memberId ?? signedIn.email) : '';
  const draft = useMemo(
    () => draftPlace(session.storage(), owner, team.id, () => reader.clock.now()),
    [session, owner, team.id, reader],
  );
  const failed = [defaults, zones].find((one) => one.isError && one.data === undefined);
  if (failed !== undefined)
    return (
      <Failed
        error={failed.error}
        retry={() => {
          void defaults.refetch();
          void zones.refetch();
        }}
      />
    );
  if (defaults.data === undefined || zones.data === undefined || !channel.isKnown) return <Skeleton shape="form" />;
  return (
    <Wizard
      teamId={team.id}
      defaults={defaults.data}
      initial={newForm(defaults.data, zones.data.default, channel.id)}
      draft={draft}
      home={home}
    />
  );
};

const Frame = ({ team, children }: { readonly team?: Team; readonly children: ReactNode }) => {
  const words = useWords();
  return (
    <>
      <div className={css.head}>
        <h1 className={css.title}>{words('wizard.title')}</h1>
        {team !== undefined && <span className={css.team}>{words('wizard.team', { team: team.name })}</span>}
      </div>
      {children}
    </>
  );
};

/** In the embedded view the address names the team: the choice above the page follows it, and changing that leads to the other team's address. */
const useTeamOfAddress = (teamId: string | undefined, team: TeamState): void => {
  const navigate = useNavigate();
  const agreed = useRef<string>(undefined);
  useEffect(() => {
    if (team.kind !== 'ready' || teamId === undefined) return;
    if (team.selected.id === teamId) agreed.current = teamId;
    else if (agreed.current === teamId) void navigate(`/teams/reports/create/${team.selected.id}`, { replace: true });
    else if (team.teams.some(({ id }) => id === teamId)) team.select(teamId);
  }, [teamId, team, navigate]);
};

/** A new report: of the team in the address in the embedded view, else of the team that is chosen. */
export const CreateScreen = () => {
  const words = useWords();
  const { teamId } = useParams();
  const team = useTeam();
  useTeamOfAddress(teamId, team);
  switch (team.kind) {
    case 'loading':
      return (
        <Frame>
          <Skeleton shape="form" />
        </Frame>
      );
    case 'failed':
      return (
        <Frame>
          <Failed error={team.error} retry={team.retry} />
        </Frame>
      );
    case 'none':
      return (
        <Frame>
          <NotConnected />
        </Frame>
      );
    case 'ready': {
      const wanted = teamId === undefined ? team.selected : team.teams.find((one) => one.id === teamId);
      if (wanted === undefined)
        return (
          <Frame>
            <EmptyState text={words('error.NOT_FOUND')} />
          </Frame>
        );
      return (
        <Frame team={wanted}>
          <Beginning key={wanted.id} team={wanted} home={teamId === undefined ? '/reports' : '/teams/home'} />
        </Frame>
      );
    }
  }
};
