import { Suspense, lazy } from 'react';
import { Button, ProgressBar } from '@fluentui/react-components';
import { useOrganisation } from '../../api/organisations/organisation.ts';
import { useTeam } from '../../api/organisations/team.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useWords } from '../../ui/text/words.ts';
import { sizeText } from '../../ui/display/download.ts';
import { useExport } from './organization/exporting.ts';
import css from './PrivacyTab.module.css';
import { Section, Sections } from '../../ui/display/Section.tsx';
import { Failure } from './SettingsForm.tsx';
import { useDialog } from '../../ui/dialogs/useDialog.ts';
import { useMayInOrg } from './orgPermission.ts';
import { useReader } from '../../ui/text/reader.ts';

const OrgEnd = lazy(() => import('./organization/OrgEnd.tsx').then((it) => ({ default: it.OrgEnd })));
const EraseDialog = lazy(() => import('./EraseDialog.tsx').then((it) => ({ default: it.EraseDialog })));

const Export = () => {
  const words = useWords();
  const { locale } = useReader();
  const { state, start } = useExport();
  const isRunning = state.kind === 'running';
  return (
    <Section title={words('privacyTab.export')} text={words('privacyTab.exportText')}>
      <Button disabledFocusable={isRunning} onClick={start}>
        {words('privacyTab.download')}
      </Button>
      {isRunning && (
        <div className={css.progress}>
          <ProgressBar aria-label={words('privacyTab.running')} />
          {words('privacyTab.received', { size: sizeText(state.bytes, locale) })}
        </div>
      )}
      <span role="status">
        {state.kind === 'done' ? words('privacyTab.done', { size: sizeText(state.bytes, locale) }) : ''}
      </span>
      <Failure text={state.kind === 'failed' ? state.text : null} />
    </Section>
  );
};

const Erase = () => {
  const words = useWords();
  const { place, round, open, ...dialog } = useDialog();
  return (
    <div ref={place} tabIndex={-1}>
      <Section title={words('privacyTab.erase')} text={words('privacyTab.eraseText')}>
        <Button onClick={open}>{words('privacyTab.eraseButton')}</Button>
      </Section>
      {round > 0 && (
        <Suspense>
          <EraseDialog key={round} {...dialog} />
        </Suspense>
      )}
    </div>
  );
};

/** Lets an admin without a team end the organisation here, because the organisation's own tab is disabled then. */
const EndWithoutTeam = () => {
  const query = useOrganisation();
  return (
    <Loaded query={query}>
      {(organisation) => (
        <Suspense fallback={<Skeleton shape="form" />}>
          <OrgEnd organisation={organisation} />
        </Suspense>
      )}
    </Loaded>
  );
};

/** Downloads the data about the reader, or erases the reader. */
export const PrivacyTab = () => {
  const team = useTeam();
  const mayManage = useMayInOrg('org.manage');
  return (
    <Sections>
      <Export />
      <Erase />
      {team.kind === 'none' && mayManage && <EndWithoutTeam />}
    </Sections>
  );
};
