import { Suspense, lazy, useCallback, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { Info20Regular } from '@fluentui/react-icons/svg/info';
import type { MeetingDetail } from '#contracts/meeting.ts';
import { useNow, useReader } from '../../../ui/reader.ts';
import { useWords } from '../../../ui/words.ts';
import { DetailsSection } from '../form/DetailsSection.tsx';
import { LeaveGuard } from '../form/LeaveGuard.tsx';
import { focusFirstFault, MeetingFormProvider } from '../form/MeetingFormProvider.tsx';
import { MembersSection } from '../form/MembersSection.tsx';
import { QuestionsSection } from '../form/QuestionsSection.tsx';
import { SettingsSection } from '../form/SettingsSection.tsx';
import css from './DetailsTab.module.css';
import { useEditing } from './editing.ts';
import { runSentences } from './openRuns.ts';

const ConflictDialog = lazy(() => import('./ConflictDialog.tsx').then((it) => ({ default: it.ConflictDialog })));

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={css.section} aria-label={title}>
    <h2 className={css.title}>{title}</h2>
    {children}
  </section>
);

/** What the change will not do: a run that is open goes on as it began. */
const OpenRuns = ({ meeting }: { readonly meeting: MeetingDetail }) => {
  const words = useWords();
  const now = useNow();
  const reader = useReader();
  return runSentences(meeting.openRuns, 'edited', now, reader, words).map((sentence) => (
    <p key={sentence} className={css.note}>
      <Info20Regular aria-hidden="true" />
      {sentence}
    </p>
  ));
};

/** The report as a form. What somebody else saves meanwhile is shown before anything is overwritten. */
export const DetailsTab = ({ meeting }: { readonly meeting: MeetingDetail }) => {
  const words = useWords();
  const form = useRef<HTMLFormElement>(null);
  const editing = useEditing(meeting, () => {
    focusFirstFault(form.current);
  });
  const toSave = useCallback(() => {
    form.current?.querySelector<HTMLButtonElement>('button[type=submit]')?.focus();
  }, []);
  const { state, subject, isDirty, isSaving, failure, conflict } = editing;
  return (
    <MeetingFormProvider form={state} subject={subject}>
      <form
        ref={form}
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          editing.save();
        }}
      >
        <LeaveGuard isUnsaved={editing.isUnsaved} onLeave={editing.discard} />
        <OpenRuns meeting={meeting} />
        <Section title={words('reportPage.sectionDetails')}>
          <DetailsSection />
        </Section>
        <Section title={words('reportPage.sectionMembers')}>
          <MembersSection />
        </Section>
        <Section title={words('reportPage.sectionQuestions')}>
          <QuestionsSection />
        </Section>
        <Section title={words('reportPage.sectionSettings')}>
          <SettingsSection />
        </Section>
        {failure !== null && (
          <p className={css.failure} role="alert">
            {failure}
          </p>
        )}
        <div className={css.bar}>
          <Button type="submit" appearance="primary" disabledFocusable={isSaving}>
            {words('reportPage.save')}
          </Button>
          {isDirty && !isSaving && <Button onClick={editing.discard}>{words('reportPage.discard')}</Button>}
          <span className={css.state} role="status">
            {isDirty ? words(isSaving ? 'reportPage.saving' : 'reportPage.unsaved') : ''}
          </span>
        </div>
      </form>
      {conflict !== undefined && (
        <Suspense>
          <ConflictDialog
            conflict={conflict}
            teamId={subject.teamId}
            isOpen={conflict.isOpen}
            isSaving={isSaving}
            onDecided={editing.decide}
            onClose={editing.closeConflict}
            onGone={toSave}
          />
        </Suspense>
      )}
    </MeetingFormProvider>
  );
};
