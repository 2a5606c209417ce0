import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { may } from '#contracts/permissions.ts';
import type { Team } from '#contracts/team.ts';
import { errorText } from '../../api/errorText.ts';
import { useUserDetails } from '../../api/queries.ts';
import { useTeam } from '../../api/team.tsx';
import { useTeamInfo } from '../../api/teamSettings.ts';
import { NotConnected } from '../../parts/NotConnected.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useWords } from '../../ui/words.ts';
import { HolidaysSection } from './HolidaysSection.tsx';
import { LanguageSection } from './LanguageSection.tsx';
import { MembersSection } from './MembersSection.tsx';
import css from './TeamSettingsScreen.module.css';

const Frame = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <>
    <h1 className={css.title}>{title}</h1>
    {children}
  </>
);

/** What kind of team it is, and whether anybody in it is asked at all. */
const Standing = ({ teamId }: { readonly teamId: string }) => {
  const words = useWords();
  const { data: info } = useTeamInfo(teamId);
  if (info === undefined) return null;
  const { enabledMembers, members, reports } = info;
  return (
    <>
      <p className={css.facts}>
        {[
          words(info.isGroupChat ? 'teamSettings.groupChat' : 'teamSettings.team'),
          words('teamSettings.asked', { enabled: enabledMembers, all: members }),
          words('teamSettings.reports', { count: reports }),
        ].join(' · ')}
      </p>
      {!info.isConnected && (
        <p className={css.warning} role="status">
          {words('teamSettings.disconnected', { product: words('product') })}
        </p>
      )}
    </>
  );
};

const Settings = ({ team }: { readonly team: Team }) => {
  const { data: me } = useUserDetails();
  const standing = me === undefined ? null : { role: me.role, belongsToTeam: true, isOwner: false };
  // Until it is known who reads nothing can be changed.
  const mayManage = standing !== null && may('member.manage', standing) && may('holiday.write', standing);
  return (
    <div className={css.sections}>
      <MembersSection teamId={team.id} mayManage={mayManage} myId={me?.memberId ?? null} />
      <HolidaysSection teamId={team.id} mayManage={mayManage} />
      <LanguageSection teamId={team.id} mayManage={mayManage} />
    </div>
  );
};

/** Who is in the team and is asked, and the days on which nobody is. */
export const TeamSettingsScreen = () => {
  const words = useWords();
  const team = useTeam();
  switch (team.kind) {
    case 'loading':
      return (
        <Frame title={words('teamSettings.title')}>
          <Skeleton shape="rows" />
        </Frame>
      );
    case 'failed':
      return (
        <Frame title={words('teamSettings.title')}>
          <EmptyState role="alert" text={errorText(team.error, words)}>
            <Button onClick={team.retry}>{words('common.retry')}</Button>
          </EmptyState>
        </Frame>
      );
    case 'none':
      return (
        <Frame title={words('teamSettings.title')}>
          <NotConnected />
        </Frame>
      );
    case 'ready':
      return (
        <Frame title={team.selected.name}>
          <Standing teamId={team.selected.id} />
          {/* Nothing typed or chosen for one team stands in another. */}
          <Settings key={team.selected.id} team={team.selected} />
        </Frame>
      );
  }
};
