import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { may } from '#contracts/core/permissions.ts';
import type { Team } from '#contracts/organisations/team.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useUserDetails } from '../../api/client/queries.ts';
import { useTeam } from '../../api/organisations/team.tsx';
import { useTeamInfo } from '../../api/organisations/teamSettings.ts';
import { NotConnected } from '../../parts/NotConnected.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useWords } from '../../ui/text/words.ts';
import { HolidaysSection } from './HolidaysSection.tsx';
import { LanguageSection } from './LanguageSection.tsx';
import { MembersSection } from './TeamMembersSection.tsx';
import css from './TeamSettingsScreen.module.css';

const Frame = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <>
    <h1 className={css.title}>{title}</h1>
    {children}
  </>
);

/** Shows the kind of team, the number of members who get prompts, and a warning if the team is disconnected. */
const Standing = ({ teamId }: { readonly teamId: string }) => {
  const words = useWords();
  const { data: info } = useTeamInfo(teamId);
  const { data: me } = useUserDetails();
  if (info === undefined) return null;
  const { enabledMembers, members, reports } = info;
  const isPaused = me !== undefined && me.orgPause !== null;
  return (
    <>
      <p className={css.facts}>
        {[
          words(info.isGroupChat ? 'teamSettings.groupChat' : 'teamSettings.team'),
          isPaused
            ? words('teamSettings.askedPaused')
            : words('teamSettings.asked', { enabled: enabledMembers, all: members }),
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
  // The page is read-only until the reader's role is loaded.
  const mayManage = standing !== null && may('member.manage', standing) && may('holiday.write', standing);
  return (
    <div className={css.sections}>
      <MembersSection teamId={team.id} mayManage={mayManage} myId={me?.memberId ?? null} />
      <HolidaysSection teamId={team.id} mayManage={mayManage} />
      <LanguageSection teamId={team.id} mayManage={mayManage} />
    </div>
  );
};

/** The team's members, and its holidays. */
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
          {/* The key resets typed and chosen values when the team changes. */}
          <Settings key={team.selected.id} team={team.selected} />
        </Frame>
      );
  }
};
