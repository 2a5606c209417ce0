import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import type { Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useUserDetails } from '../../api/client/userDetailsAndOrgPauseCheck.ts';
import { useTeam } from '../../api/organisations/selectedTeam.tsx';
import { useTeamInfo } from '../../api/organisations/teamSettingsQueriesAndMutations.ts';
import { NoTeamOrDisabledNotice } from '../../parts/NoTeamOrDisabledNotice.tsx';
import { ButtonLink } from '../../ui/display/ButtonLink.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { LoadingSkeleton } from '../../ui/display/LoadingSkeleton.tsx';
import { Section } from '../../ui/display/Section.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import { TeamHolidaysSection } from './TeamHolidaysSection.tsx';
import { TeamLanguageSection } from './TeamLanguageSection.tsx';
import { TeamMembersSection } from './TeamMembersSection.tsx';
import css from './TeamSettingsScreen.module.css';

const Frame = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <>
    <h1 className={css.title}>{title}</h1>
    {children}
  </>
);

/**
 * Shows the kind of the team, the number of members who get prompts, the number of reports, and a warning if the team
 * is disconnected.
 */
const Standing = ({ teamId }: { readonly teamId: string }) => {
  const t = useTranslate();
  const { data: info } = useTeamInfo(teamId);
  const { data: me } = useUserDetails();
  if (info === undefined) return null;
  const { enabledMembers, members, reports } = info;
  const isPaused = me !== undefined && me.orgPause !== null;
  return (
    <>
      <p className={css.facts}>
        {[
          t(info.isGroupChat ? 'teamSettings.groupChat' : 'teamSettings.team'),
          isPaused ? t('teamSettings.askedPaused') : t('teamSettings.asked', { enabled: enabledMembers, all: members }),
          t('teamSettings.reports', { count: reports }),
        ].join(' · ')}
      </p>
      {!info.isConnected && (
        <p className={css.warning} role="status">
          {t('teamSettings.disconnected', { product: t('product') })}
        </p>
      )}
    </>
  );
};

const Settings = ({ team }: { readonly team: Team }) => {
  const t = useTranslate();
  const { data: me } = useUserDetails();
  const standing = me === undefined ? null : { role: me.role, belongsToTeam: true, isOwner: false };
  // Until the role is loaded, it is unknown whether the reader may change the team, so the page offers no changes.
  const mayManage =
    standing !== null && hasPermission('member.manage', standing) && hasPermission('holiday.write', standing);
  return (
    <div className={css.sections}>
      <TeamMembersSection teamId={team.id} mayManage={mayManage} myId={me?.memberId ?? null} />
      <TeamHolidaysSection teamId={team.id} mayManage={mayManage} />
      <TeamLanguageSection teamId={team.id} mayManage={mayManage} />
      <Section title={t('teamSettings.digests')} text={t('teamSettings.digestsText')}>
        <ButtonLink to="/digests">{t('teamSettings.digests')}</ButtonLink>
      </Section>
    </div>
  );
};

export const TeamSettingsScreen = () => {
  const t = useTranslate();
  const team = useTeam();
  switch (team.kind) {
    case 'loading':
      return (
        <Frame title={t('teamSettings.title')}>
          <LoadingSkeleton shape="rows" />
        </Frame>
      );
    case 'failed':
      return (
        <Frame title={t('teamSettings.title')}>
          <EmptyState role="alert" text={errorText(team.error, t)}>
            <Button onClick={team.retry}>{t('common.retry')}</Button>
          </EmptyState>
        </Frame>
      );
    case 'none':
      return (
        <Frame title={t('teamSettings.title')}>
          <NoTeamOrDisabledNotice />
        </Frame>
      );
    case 'ready':
      return (
        <Frame title={team.selected.name}>
          <Standing teamId={team.selected.id} />
          {/* The key changes with the selected team, so that values of the previous team are not kept. */}
          <Settings key={team.selected.id} team={team.selected} />
        </Frame>
      );
  }
};
