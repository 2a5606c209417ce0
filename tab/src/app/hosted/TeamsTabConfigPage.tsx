import { useEffect, useState } from 'react';
import { Field, Select } from '@fluentui/react-components';
import { useSession } from '../../api/client/apiContextAndSessionHooks.ts';
import { useMeetingNames } from '../../api/meetings/meetingNamesQuery.ts';
import type { MeetingName } from '../../api/meetings/meetingNamesQuery.ts';
import { useTeam } from '../../api/organisations/selectedTeam.tsx';
import { LightTextLink } from '../../ui/display/LightTextLink.tsx';
import { WaitSpinner } from '../../ui/display/WaitSpinner.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import { PersonCacheAndTeamProvider } from '../runtime/PersonCacheAndTeamProvider.tsx';
import type { TabSettings, TeamsHost } from '../runtime/connectTeamsHost.ts';
import { useHostState, useServices } from '../runtime/appServices.ts';
import { createSso } from '../runtime/teamsSso.ts';
import { TeamSelector } from '../shell/TeamSelector.tsx';

/** Returns the settings of the new tab, which shows one report, or all reports of the day if `meeting` is undefined. */
const settingsOf = (origin: string, name: string, meeting: MeetingName | undefined): TabSettings =>
  meeting === undefined
    ? {
        entityId: 'reports',
        contentUrl: `${origin}/teamslanding`,
        websiteUrl: `${origin}/`,
        suggestedDisplayName: name,
      }
    : {
        entityId: `report-${meeting.id}`,
        contentUrl: `${origin}/teams/reports/${meeting.id}`,
        websiteUrl: `${origin}/reports/${meeting.id}`,
        suggestedDisplayName: meeting.name,
      };

interface ChoiceProps {
  readonly meetings: readonly MeetingName[];
  readonly chosen: MeetingName | undefined;
  readonly choose: (meeting: MeetingName | undefined) => void;
}

const Choice = ({ meetings, chosen, choose }: ChoiceProps) => {
  const t = useTranslate();
  return (
    <Field label={t('teamsConfig.show')}>
      <Select
        value={chosen?.id ?? ''}
        onChange={(_, { value }) => {
          choose(meetings.find(({ id }) => id === value));
        }}
      >
        <option value="">{t('teamsConfig.all')}</option>
        {meetings.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
};

type ReportChoiceProps = Omit<ChoiceProps, 'meetings'>;

const TeamChoice = ({ teamId, ...choice }: ReportChoiceProps & { readonly teamId: string }) => {
  const { data = [] } = useMeetingNames(teamId);
  const { choose } = choice;
  // When the team changes, the chosen report is cleared, because each team has its own reports.
  useEffect(
    () => () => {
      choose(undefined);
    },
    [choose],
  );
  return <Choice meetings={data.filter(({ isEnabled }) => isEnabled)} {...choice} />;
};

const ReportChoice = (choice: ReportChoiceProps) => {
  const team = useTeam();
  if (team.kind !== 'ready') return <Choice meetings={[]} {...choice} />;
  return (
    <>
      <TeamSelector from={2} />
      <TeamChoice key={team.selected.id} teamId={team.selected.id} {...choice} />
    </>
  );
};

const Adding = ({ host }: { readonly host: TeamsHost }) => {
  const t = useTranslate();
  const { api, host: hostStore } = useServices();
  const session = useSession();
  const [chosen, choose] = useState<MeetingName>();
  const [sso] = useState(() => createSso({ ...api, host: hostStore }));
  const isSignedOut = session.status === 'signedOut';
  useEffect(() => {
    // Tries only silent sign-in. Without a session, the reader cannot choose a report, and the new tab shows all
    // reports.
    if (isSignedOut) void sso.signIn('SILENT');
  }, [sso, isSignedOut]);
  const product = t('product');
  useEffect(() => {
    host.offerTab(() => settingsOf(window.location.origin, product, chosen));
  }, [host, product, chosen]);
  return (
    <>
      <h1>{t('teamsConfig.title')}</h1>
      <p>{t('teamsConfig.text')}</p>
      {session.status === 'signedIn' ? (
        <PersonCacheAndTeamProvider session={session}>
          <ReportChoice chosen={chosen} choose={choose} />
        </PersonCacheAndTeamProvider>
      ) : (
        <Choice meetings={[]} chosen={chosen} choose={choose} />
      )}
      <p>{t('teamsConfig.save')}</p>
    </>
  );
};

/**
 * The dialog in which Microsoft Teams adds our tab to a channel or a chat. The reader can save it without choosing a
 * report.
 */
export const TeamsTabConfigPage = () => {
  const t = useTranslate();
  const host = useHostState();
  if (host.kind === 'teams' && host.isAddingTab) return <Adding host={host} />;
  if (host.kind === 'unknown' || host.kind === 'connecting') return <WaitSpinner />;
  const product = t('product');
  return (
    <>
      <h1>{t('page.teamsConfig')}</h1>
      <p>{t('teamsConfig.outside', { product })}</p>
      <LightTextLink to="/teams/setup">{t('teamsConfig.how', { product })}</LightTextLink>
    </>
  );
};
