import { Suspense, lazy, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import { useApi, useSession } from '../../../api/client/apiContextAndSessionHooks.ts';
import { useOrgAllows } from '../../../api/client/userDetailsAndOrgPauseCheck.ts';
import { useReportDefaults } from '../../../api/meetings/reportFormQueriesAndSave.ts';
import { useTimezones } from '../../../api/people/timezonesQuery.ts';
import { useChannels } from '../../../api/organisations/teamMembersAndChannelsQueries.ts';
import type { ReportDefaults } from '../../../api/meetings/reportFormQueriesAndSave.ts';
import { useTeam } from '../../../api/organisations/selectedTeam.tsx';
import type { TeamState } from '../../../api/organisations/selectedTeam.tsx';
import { LoadFailedPanel } from '../../../parts/LoadFailedPanel.tsx';
import { NoTeamOrDisabledNotice } from '../../../parts/NoTeamOrDisabledNotice.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { useNavigate, useParams } from '../../../ui/router/routerHooks.ts';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { useSurface } from '../../../ui/display/pageHostContext.ts';
import { LoadingSkeleton } from '../../../ui/display/LoadingSkeleton.tsx';
import { loadTexts } from '../../../ui/text/loadLazyTextsAndLanguage.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import type { MeetingForm } from '../form/formValuesAndSaveInput.ts';
import { copyForm, reportFormFromTemplate } from '../templates/formFromTemplateOrReport.ts';
import type { Beginning as Choice } from '../templates/TemplateGallery.tsx';
import { newReportForm } from './newReportFormAndDefaults.ts';
import css from './CreateReportScreen.module.css';
import { draftPlace } from './wizardDraft.ts';
import type { DraftPlace } from './wizardDraft.ts';
import { CreateReportWizard } from './CreateReportWizard.tsx';

const TemplateGallery = lazy(async () => {
  const [module] = await Promise.all([import('../templates/TemplateGallery.tsx'), loadTexts('gallery')]);
  return { default: module.TemplateGallery };
});

interface BeginningProps {
  readonly team: Team;
  readonly home: string;
}

interface ChannelHere {
  readonly isKnown: boolean;
  readonly id: string | null;
}

/**
 * Returns the channel in whose tab the page runs, so that a new report posts to that channel. `id` is null outside a
 * channel, in General, and in a channel of another team; `isKnown` is false until the channels are loaded.
 */
const useChannelHere = (teamId: string): ChannelHere => {
  const { channelId } = useSurface();
  const { data, isPending } = useChannels(teamId);
  const match = data?.find((item) => item.id === channelId && !item.isGeneral);
  return { isKnown: channelId === null || !isPending, id: match?.id ?? null };
};

interface Start {
  readonly form: MeetingForm;
  /** True if the reader comes from the gallery. The heading of the first step then takes the focus. */
  readonly isChosen: boolean;
}

interface BeginProps extends BeginningProps {
  readonly defaults: ReportDefaults;
  readonly base: MeetingForm;
  readonly draft: DraftPlace;
}

/**
 * Shows the gallery of templates, then the wizard with the chosen values. If there is a stored draft, opens the wizard
 * at once.
 */
const GalleryThenWizard = ({ team, home, defaults, base, draft }: BeginProps) => {
  const t = useTranslate();
  const [hasLeftWizard, setLeftWizard] = useState(false);
  const [start, setStart] = useState<Start | undefined>(() =>
    draft.read() === undefined ? undefined : { form: base, isChosen: false },
  );
  const formOf = (choice: Choice): MeetingForm => {
    switch (choice.kind) {
      case 'scratch':
        return base;
      case 'template':
        return reportFormFromTemplate(choice.template, base);
      case 'copy':
        return copyForm(choice.meeting, { teamId: team.id, base, nameOf: (name) => t('wizard.copyName', { name }) });
    }
  };
  if (start === undefined)
    return (
      <Suspense fallback={<LoadingSkeleton shape="rows" />}>
        <TemplateGallery
          teamId={team.id}
          types={defaults.types}
          isReturn={hasLeftWizard}
          onBegin={(choice) => {
            setStart({ form: formOf(choice), isChosen: true });
          }}
        />
      </Suspense>
    );
  return (
    <CreateReportWizard
      teamId={team.id}
      defaults={defaults}
      initial={start.form}
      isChosen={start.isChosen}
      draft={draft}
      home={home}
      onStartOver={() => {
        setLeftWizard(true);
        setStart(undefined);
      }}
    />
  );
};

/** Loads the defaults of a new report. A later reply of the server does not change a form that is already open. */
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
  const failed = [defaults, zones].find((item) => item.isError && item.data === undefined);
  if (failed !== undefined)
    return (
      <LoadFailedPanel
        error={failed.error}
        retry={() => {
          void defaults.refetch();
          void zones.refetch();
        }}
      />
    );
  if (defaults.data === undefined || zones.data === undefined || !channel.isKnown)
    return <LoadingSkeleton shape="form" />;
  const base = newReportForm(defaults.data, zones.data.default, channel.id);
  return <GalleryThenWizard {...{ team, home, draft, base, defaults: defaults.data }} />;
};

const Frame = ({ team, children }: { readonly team?: Team; readonly children: ReactNode }) => {
  const t = useTranslate();
  return (
    <>
      <div className={css.head}>
        <h1 className={css.title}>{t('wizard.title')}</h1>
        {team !== undefined && <span className={css.team}>{t('wizard.team', { team: team.name })}</span>}
      </div>
      {children}
    </>
  );
};

/**
 * Keeps the selected team and the team in the page's address equal, in the embedded view: the team in the address is
 * selected; when the reader then selects another team, the page opens that team's address.
 */
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

/**
 * Shows the page that creates a report. Inside Microsoft Teams, the address contains the team; in the browser, the
 * selected team is used.
 */
export const CreateReportScreen = () => {
  const t = useTranslate();
  const { teamId } = useParams();
  const team = useTeam();
  const maySave = useOrgAllows('saveNew');
  useTeamOfAddress(teamId, team);
  // A read-only organisation cannot save reports. The page then keeps a stored draft until saving is possible again.
  if (!maySave)
    return (
      <Frame>
        <EmptyState text={t('common.readOnly')} />
      </Frame>
    );
  switch (team.kind) {
    case 'loading':
      return (
        <Frame>
          <LoadingSkeleton shape="form" />
        </Frame>
      );
    case 'failed':
      return (
        <Frame>
          <LoadFailedPanel error={team.error} retry={team.retry} />
        </Frame>
      );
    case 'none':
      return (
        <Frame>
          <NoTeamOrDisabledNotice />
        </Frame>
      );
    case 'ready': {
      const wanted = teamId === undefined ? team.selected : team.teams.find((item) => item.id === teamId);
      if (wanted === undefined)
        return (
          <Frame>
            <EmptyState text={t('error.NOT_FOUND')} />
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
