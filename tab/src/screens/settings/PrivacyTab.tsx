import { Suspense, lazy } from 'react';
import { Button, ProgressBar } from '@fluentui/react-components';
import { useWords } from '../../ui/words.ts';
import { sizeText } from '../../ui/download.ts';
import { useExport } from './exporting.ts';
import css from './PrivacyTab.module.css';
import { Section, Sections } from '../../ui/Section.tsx';
import { Failure } from './SettingsForm.tsx';
import { useDialog } from '../../ui/useDialog.ts';
import { useReader } from '../../ui/reader.ts';

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

/** What is stored about the reader: to take along, and to be forgotten. */
export const PrivacyTab = () => (
  <Sections>
    <Export />
    <Erase />
  </Sections>
);
