import { Suspense, lazy, useCallback, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import type { MeetingDetail } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { useOrgAllows } from '../../../api/client/userDetailsAndOrgPauseCheck.ts';
import { Form } from '../../../ui/forms/Form.tsx';
import { AppLink } from '../../../ui/display/AppLink.tsx';
import { loadTexts } from '../../../ui/text/loadLazyTextsAndLanguage.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { ReportDetailsSection } from '../form/ReportDetailsSection.tsx';
import { UnsavedReportGuard } from '../form/UnsavedReportGuard.tsx';
import { focusFirstFault, MeetingFormProvider } from '../form/MeetingFormStateAndProvider.tsx';
import { ReportMembersSection } from '../form/ReportMembersSection.tsx';
import { QuestionsSection } from '../form/questions/QuestionsSection.tsx';
import { WindowAndMessagesSection } from '../form/WindowAndMessagesSection.tsx';
import css from './EditReportTab.module.css';
import { useReportEditing } from './editing/useReportEditing.ts';
import { useReportsPath } from './useReportPaths.ts';

// Loads only the texts of the set `reportConflict`. The dialog also uses the texts of the form behind it, which are
// already loaded.
const ConflictDialog = lazy(async () => {
  const [module] = await Promise.all([import('./EditConflictDialog.tsx'), loadTexts('reportConflict')]);
  return { default: module.EditConflictDialog };
});

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={css.section} aria-label={title}>
    <h2 className={css.title}>{title}</h2>
    {children}
  </section>
);

const OpenRunsNote = lazy(() => import('./OpenRunsNote.tsx').then((module) => ({ default: module.OpenRunsNote })));

interface DeletedProps {
  readonly isSaving: boolean;
  readonly onSaveAsNew: () => void;
}

/**
 * Shown if another person deleted the report during the edit. The form can no longer be saved to it, so this part
 * offers to save it as a new report.
 */
const Deleted = ({ isSaving, onSaveAsNew }: DeletedProps) => {
  const t = useTranslate();
  const reports = useReportsPath();
  return (
    <div className={css.deleted} role="alert">
      <p className={css.failure}>{t('reportPage.deleted')}</p>
      <Button appearance="primary" disabledFocusable={isSaving} onClick={onSaveAsNew}>
        {t('reportPage.saveAsNew')}
      </Button>
      <AppLink to={reports}>{t('reportPage.toReports')}</AppLink>
    </div>
  );
};

const FormSections = () => {
  const t = useTranslate();
  return (
    <>
      <Section title={t('reportPage.sectionDetails')}>
        <ReportDetailsSection />
      </Section>
      <Section title={t('reportPage.sectionMembers')}>
        <ReportMembersSection />
      </Section>
      <Section title={t('reportPage.sectionQuestions')}>
        <QuestionsSection />
      </Section>
      <Section title={t('reportPage.sectionSettings')}>
        <WindowAndMessagesSection />
      </Section>
    </>
  );
};

interface SaveBarProps {
  readonly editing: ReturnType<typeof useReportEditing>;
  readonly maySave: boolean;
}

const SaveBar = ({ editing, maySave }: SaveBarProps) => {
  const t = useTranslate();
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
          {t('reportPage.save')}
        </Button>
      )}
      {isDirty && !isSaving && <Button onClick={editing.discard}>{t('reportPage.discard')}</Button>}
      {!maySave && (
        <span className={css.state} id={reasonId}>
          {t('common.readOnly')}
        </span>
      )}
      <span className={css.state} role="status">
        {isDirty ? t(isSaving ? 'reportPage.saving' : 'reportPage.unsaved') : ''}
      </span>
    </div>
  );
};

/**
 * Shows the report as a form. If another person saved first, the reader sees both versions before either replaces the
 * other.
 */
export const EditReportTab = ({ meeting }: { readonly meeting: MeetingDetail }) => {
  const form = useRef<HTMLFormElement>(null);
  const maySave = useOrgAllows('saveNew');
  const editing = useReportEditing(meeting, () => {
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
        <UnsavedReportGuard isUnsaved={editing.isUnsaved} onLeave={editing.discard} />
        {meeting.openRuns.length > 0 && (
          <Suspense>
            <OpenRunsNote meeting={meeting} />
          </Suspense>
        )}
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
