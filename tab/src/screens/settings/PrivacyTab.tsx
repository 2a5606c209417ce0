import { Suspense, lazy } from 'react';
import { Button, ProgressBar } from '@fluentui/react-components';
import { useOrganisation } from '../../api/organisations/organisationQueriesAndMutations.ts';
import { useTeam } from '../../api/organisations/selectedTeam.tsx';
import { LoadedData } from '../../parts/LoadedData.tsx';
import { LoadingSkeleton } from '../../ui/display/LoadingSkeleton.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import { sizeText } from '../../ui/display/saveFileAndSizeText.ts';
import { useMyDataExport } from './useMyDataExport.ts';
import css from './PrivacyTab.module.css';
import { Section, Sections } from '../../ui/display/Section.tsx';
import { Failure } from './SettingsFormWithSaveBar.tsx';
import { useLazyDialog } from '../../ui/dialogs/useLazyDialog.ts';
import { useOrganisationPermission } from './useOrganisationPermission.ts';
import { useReader } from '../../ui/text/readerContextClockAndDates.ts';

const OrgEnd = lazy(() =>
  import('./organization/DeactivateOrDeleteOrganisation.tsx').then((module) => ({
    default: module.DeactivateOrDeleteOrganisation,
  })),
);
const EraseDialog = lazy(() =>
  import('./EraseMyDataDialog.tsx').then((module) => ({ default: module.EraseMyDataDialog })),
);

const Export = () => {
  const t = useTranslate();
  const { locale } = useReader();
  const { state, start } = useMyDataExport();
  const isRunning = state.kind === 'running';
  return (
    <Section title={t('privacyTab.export')} text={t('privacyTab.exportText')}>
      <Button disabledFocusable={isRunning} onClick={start}>
        {t('privacyTab.download')}
      </Button>
      {isRunning && (
        <div className={css.progress}>
          <ProgressBar aria-label={t('privacyTab.running')} />
          {t('privacyTab.received', { size: sizeText(state.bytes, locale) })}
        </div>
      )}
      <span role="status">
        {state.kind === 'done' ? t('privacyTab.done', { size: sizeText(state.bytes, locale) }) : ''}
      </span>
      <Failure text={state.kind === 'failed' ? state.text : null} />
    </Section>
  );
};

const Erase = () => {
  const t = useTranslate();
  const { place, round, open, ...dialog } = useLazyDialog();
  return (
    <div ref={place} tabIndex={-1}>
      <Section title={t('privacyTab.erase')} text={t('privacyTab.eraseText')}>
        <Button onClick={open}>{t('privacyTab.eraseButton')}</Button>
      </Section>
      {round > 0 && (
        <Suspense>
          <EraseDialog key={round} {...dialog} />
        </Suspense>
      )}
    </div>
  );
};

/**
 * Lets an admin without a team deactivate or delete the organisation here, because the organisation's own tab is
 * disabled without a team.
 */
const EndWithoutTeam = () => {
  const query = useOrganisation();
  return (
    <LoadedData query={query}>
      {(organisation) => (
        <Suspense fallback={<LoadingSkeleton shape="form" />}>
          <OrgEnd organisation={organisation} />
        </Suspense>
      )}
    </LoadedData>
  );
};

export const PrivacyTab = () => {
  const team = useTeam();
  const mayManage = useOrganisationPermission('org.manage');
  return (
    <Sections>
      <Export />
      <Erase />
      {team.kind === 'none' && mayManage && <EndWithoutTeam />}
    </Sections>
  );
};
