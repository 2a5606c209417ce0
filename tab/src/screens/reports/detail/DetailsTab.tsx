import { Suspense, lazy, useCallback, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { Info20Regular } from '@fluentui/react-icons/svg/info';
import type { MeetingDetail } from '#contracts/meetings/meeting.ts';
import { useOrgAllows } from '../../../api/client/queries.ts';
import { useNow, useReader } from '../../../ui/text/reader.ts';
import { Form } from '../../../ui/forms/Form.tsx';
import { RouterLink } from '../../../ui/display/RouterLink.tsx';
import { useWords } from '../../../ui/text/words.ts';
import { DetailsSection } from '../form/DetailsSection.tsx';
import { LeaveGuard } from '../form/LeaveGuard.tsx';
import { focusFirstFault, MeetingFormProvider } from '../form/MeetingFormProvider.tsx';
import { MembersSection } from '../form/MembersSection.tsx';
import { QuestionsSection } from '../form/questions/QuestionsSection.tsx';
import { SettingsSection } from '../form/SettingsSection.tsx';
import css from './DetailsTab.module.css';
import { useEditing } from './editing.ts';
import { runSentences } from './runSentences.ts';
import { useReportsPath } from './paths.ts';

const ConflictDialog = lazy(() => import('./ConflictDialog.tsx').then((it) => ({ default: it.ConflictDialog })));

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={css.section} aria-label={title}>
    <h2 className={css.title}>{title}</h2>
    {children}
  </section>
);

/** Explains that open runs continue as they began, in spite of a change. */
const OpenRuns = ({ meeting }: { readonly meeting: MeetingDetail }) => {
  const words = useWords();
  const now = useNow();
  const reader = useReader();
  return runSentences(meeting.openRuns, 'edited', now, { reader, words }).map((sentence) => (
    <p key={sentence} className={css.note}>
      <Info20Regular aria-hidden="true" />
      {sentence}
    </p>
  ));
};

interface DeletedProps {
  readonly isSaving: boolean;
  readonly onSaveAsNew: () => void;
}

/** The report was deleted, so nothing can be saved to it: offers to save the form as a new report. */
const Deleted = ({ isSaving, onSaveAsNew }: DeletedProps) => {
  const words = useWords();
  const reports = useReportsPath();
  return (
    <div className={css.deleted} role="alert">
      <p className={css.failure}>{words('reportPage.deleted')}</p>
      <Button appearance="primary" disabledFocusable={isSaving} onClick={onSaveAsNew}>
        {words('reportPage.saveAsNew')}
      </Button>
      <RouterLink to={reports}>{words('reportPage.toReports')}</RouterLink>
    </div>
  );
};

const FormSections = () => {
  const words = useWords();
  return (
    <>
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
    </>
  );
};

interface SaveBarProps {
  readonly editing: ReturnType<typeof useEditing>;
  readonly maySave: boolean;
}

const SaveBar = ({ editing, maySave }: SaveBarProps) => {
  const words = useWords();
  const reasonId = useId();
  const { isDirty, isSaving } = editing;
  return (
    <div className={css.bar}>
      {!editing.isDeleted && (
        <Button
          type="submit"
          appearance="primary"
          disabledFocusable={isSaving || !maySave}
          aria-describedby={maySave ? undefined : reasonId}
        >
          {words('reportPage.save')}
        </Button>
      )}
      {isDirty && !isSaving && <Button onClick={editing.discard}>{words('reportPage.discard')}</Button>}
      {!maySave && (
        <span className={css.state} id={reasonId}>
          {words('common.readOnly')}
        </span>
      )}
      <span className={css.state} role="status">
        {isDirty ? words(isSaving ? 'reportPage.saving' : 'reportPage.unsaved') : ''}
      </span>
    </div>
  );
};

/** The report as a form. If another person saved first, the reader sees both versions before anything is overwritten. */
export const DetailsTab = ({ meeting }: { readonly meeting: MeetingDetail }) => {
  const form = useRef<HTMLFormElement>(null);
  const maySave = useOrgAllows('saveNew');
  const editing = useEditing(meeting, () => {
    focusFirstFault(form.current);
  });
  const toSave = useCallback(() => {
    form.current?.querySelector<HTMLButtonElement>('button[type=submit]')?.focus();
  }, []);
  const { state, subject, isSaving, failure, conflict } = editing;
  return (
    <MeetingFormProvider form={state} subject={subject}>
      <Form
        ref={form}
        className={css.form}
        isRunning={isSaving}
        onSubmit={() => {
          if (!editing.isDeleted && maySave) editing.save();
        }}
      >
        <LeaveGuard isUnsaved={editing.isUnsaved} onLeave={editing.discard} />
        <OpenRuns meeting={meeting} />
        <FormSections />
        {editing.isDeleted && <Deleted isSaving={isSaving || !maySave} onSaveAsNew={editing.saveAsNew} />}
        {failure !== null && (
          <p className={css.failure} role="alert">
            {failure}
          </p>
        )}
        <SaveBar editing={editing} maySave={maySave} />
      </Form>
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
