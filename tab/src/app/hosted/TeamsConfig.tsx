import { useEffect, useState } from 'react';
import { Field, Select } from '@fluentui/react-components';
import { useSession } from '../../api/client/context.ts';
import { useMeetingNames } from '../../api/client/queries.ts';
import type { MeetingName } from '../../api/client/queries.ts';
import { useTeam } from '../../api/organisations/team.tsx';
import { CardLink } from '../../ui/display/CardLink.tsx';
import { Wait } from '../../ui/display/Wait.tsx';
import { useWords } from '../../ui/text/words.ts';
import { Data } from '../runtime/Data.tsx';
import type { TabSettings, TeamsHost } from '../runtime/host.ts';
import { useHostState, useServices } from '../runtime/services.ts';
import { createSso } from '../runtime/sso.ts';
import { TeamSelector } from '../shell/TeamSelector.tsx';

/** Returns the settings of the new tab: one report, or the day with all reports. */
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
  const words = useWords();
  return (
    <Field label={words('teamsConfig.show')}>
      <Select
        value={chosen?.id ?? ''}
        onChange={(_, { value }) => {
          choose(meetings.find(({ id }) => id === value));
        }}
      >
        <option value="">{words('teamsConfig.all')}</option>
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
  // A change of team clears the choice, because each team has its own reports.
  useEffect(
    () => () => {
      choose(undefined);
    },
    [choose],
  );
  return <Choice meetings={data.filter(({ isEnabled }) => isEnabled)} {...choice} />;
};

/** Offers signed-in readers the choice of one report of a team for the tab. */
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
  const words = useWords();
  const { api, host: hostStore } = useServices();
  const session = useSession();
  const [chosen, choose] = useState<MeetingName>();
  const [sso] = useState(() => createSso({ ...api, host: hostStore }));
  const isSignedOut = session.status === 'signedOut';
  useEffect(() => {
    // Tries only silent sign-in: without a session the tab shows all reports, which most readers want.
    if (isSignedOut) void sso.signIn('SILENT');
  }, [sso, isSignedOut]);
  const product = words('product');
  useEffect(() => {
    host.offerTab(() => settingsOf(window.location.origin, product, chosen));
  }, [host, product, chosen]);
  return (
    <>
      <h1>{words('teamsConfig.title')}</h1>
      <p>{words('teamsConfig.text')}</p>
      {session.status === 'signedIn' ? (
        <Data session={session}>
          <ReportChoice chosen={chosen} choose={choose} />
        </Data>
      ) : (
        <Choice meetings={[]} chosen={chosen} choose={choose} />
      )}
      <p>{words('teamsConfig.save')}</p>
    </>
  );
};

/** The dialog in which the chat tool adds our tab to a channel or chat. The reader can save it as it opens. */
export const TeamsConfig = () => {
  const words = useWords();
  const host = useHostState();
  if (host.kind === 'teams' && host.isAddingTab) return <Adding host={host} />;
  if (host.kind === 'unknown' || host.kind === 'connecting') return <Wait />;
  const product = words('product');
  return (
    <>
      <h1>{words('page.teamsConfig')}</h1>
      <p>{words('teamsConfig.outside', { product })}</p>
      <CardLink to="/teams/setup">{words('teamsConfig.how', { product })}</CardLink>
    </>
  );
};
