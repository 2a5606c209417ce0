import { Suspense, useEffect, useRef, useState } from 'react';
import type { MouseEvent, RefObject } from 'react';
import { Button } from '@fluentui/react-components';
import { useFormState, useWatch } from 'react-hook-form';
import { ulid } from 'ulid';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { ReportDefaults } from '../../../api/meetings/reportFormQueriesAndSave.ts';
import { WaitSpinner } from '../../../ui/display/WaitSpinner.tsx';
import { useNotices } from '../../../ui/dialogs/noticeQueue.ts';
import { Form } from '../../../ui/forms/Form.tsx';
import { useNavigate } from '../../../ui/router/routerHooks.ts';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { sectionNames, sections } from '../form/formSectionsAndChecks.ts';
import type { SectionName } from '../form/formSectionsAndChecks.ts';
import { ReportDetailsSection } from '../form/ReportDetailsSection.tsx';
import { UnsavedReportGuard } from '../form/UnsavedReportGuard.tsx';
import { MeetingFormProvider, focusFirstFault, useMeetingForm } from '../form/MeetingFormStateAndProvider.tsx';
import type { MeetingFormState } from '../form/MeetingFormStateAndProvider.tsx';
import { ReportMembersSection } from '../form/ReportMembersSection.tsx';
import { ReportPreview } from '../form/preview/ReportPreview.tsx';
import { QuestionsSection } from '../form/questions/QuestionsSection.tsx';
import { WindowAndMessagesSection } from '../form/WindowAndMessagesSection.tsx';
import type { FormSubject, MeetingForm } from '../form/formValuesAndSaveInput.ts';
import type { DraftPlace } from './wizardDraft.ts';
import { WizardStepper, stepKeys } from './WizardStepper.tsx';
import { useReportDraft } from './useReportDraft.ts';
import { useWizardSteps } from './useWizardSteps.ts';
import type { Arrival } from './useWizardSteps.ts';
import { useWizard } from './useWizard.ts';
import css from './CreateReportWizard.module.css';

const hintKeys = {
  details: 'wizard.hintDetails',
  members: 'wizard.hintMembers',
  questions: 'wizard.hintQuestions',
  settings: 'wizard.hintSettings',
} as const;

/** After a change of step, moves the focus to the heading of the step or to its first fault. */
const useArrival = (place: RefObject<HTMLElement | null>, heading: RefObject<HTMLElement | null>, arrival: Arrival) => {
  useEffect(() => {
    // `round` is 0 if the page has just opened at this step. The focus then stays where it is.
    if (arrival.round === 0) return undefined;
    const [part, title] = [place.current, heading.current];
    if (arrival.at === 'fault' && focusFirstFault(part)) return undefined;
    title?.focus();
    if (arrival.at !== 'fault' || part === null) return undefined;
    // The part with the fault may still be loading. The focus moves to the fault when that part appears, unless the
    // reader has moved the focus by then.
    const coming = new MutationObserver(() => {
      if (document.activeElement !== title || focusFirstFault(part)) coming.disconnect();
    });
    coming.observe(part, { childList: true, subtree: true, attributeFilter: ['aria-invalid', 'data-fault'] });
    return () => {
      coming.disconnect();
    };
  }, [arrival, place, heading]);
};

const useFaultySections = (form: MeetingFormState): ReadonlySet<SectionName> => {
  const { errors } = useFormState({ control: form.control });
  return new Set(sectionNames.filter((name) => sections[name].some((field) => errors[field] !== undefined)));
};

/**
 * Returns the sections that lack days, a time zone or members. Done requires these values, but Next does not check
 * them.
 */
const useIncompleteSections = (form: MeetingFormState): ReadonlySet<SectionName> => {
  const [weekdays, timezone, members] = useWatch({
    control: form.control,
    name: ['weekdays', 'timezone', 'members'],
  });
  const incomplete = new Set<SectionName>();
  if (weekdays.length === 0 || timezone === '') incomplete.add('details');
  if (members.length === 0) incomplete.add('members');
  return incomplete;
};

interface SectionProps {
  readonly name: SectionName;
  readonly types: readonly Meeting['type'][];
  readonly onType: (type: Meeting['type']) => void;
}

const Section = ({ name, types, onType }: SectionProps) => {
  switch (name) {
    case 'details':
      return <ReportDetailsSection typeChoice={{ types, onType }} />;
    case 'members':
      return <ReportMembersSection />;
    case 'questions':
      return <QuestionsSection />;
    case 'settings':
      return <WindowAndMessagesSection />;
  }
};

interface ButtonsProps {
  readonly step: number;
  readonly isLast: boolean;
  readonly isSaving: boolean;
  readonly onBack: () => void;
  readonly onCancel: () => void;
  readonly onTemplates: (() => void) | undefined;
}

const Buttons = ({ step, isLast, isSaving, onBack, onCancel, onTemplates }: ButtonsProps) => {
  const t = useTranslate();
  // After a step by double click, the second press hits a button of the next step. It must not submit the form.
  const ignoreSecondPress = (event: MouseEvent): void => {
    if (event.detail >= 2) event.preventDefault();
  };
  const ahead = t(isLast ? 'wizard.done' : 'wizard.next');
  return (
    <div className={css.buttons}>
      <Button type="submit" appearance="primary" disabledFocusable={isSaving} onClick={ignoreSecondPress}>
        {isSaving ? t('wizard.saving') : ahead}
      </Button>
      {step > 0 && (
        <Button disabledFocusable={isSaving} onClick={onBack}>
          {t('wizard.back')}
        </Button>
      )}
      {step === 0 && onTemplates !== undefined && <Button onClick={onTemplates}>{t('wizard.toTemplates')}</Button>}
      <Button appearance="subtle" disabledFocusable={isSaving} onClick={onCancel}>
        {t('wizard.cancel')}
      </Button>
    </div>
  );
};

const Restored = ({ onStartOver }: { readonly onStartOver: () => void }) => {
  const t = useTranslate();
  return (
    <div className={css.restored} role="status">
      {t('wizard.restored')}
      <Button size="small" onClick={onStartOver}>
        {t('wizard.startOver')}
      </Button>
    </div>
  );
};

interface WizardProps {
  readonly teamId: string;
  readonly defaults: ReportDefaults;
  readonly initial: MeetingForm;
  /**
   * True if the reader has just chosen in the gallery how to begin. The heading of the first step then takes the focus.
   */
  readonly isChosen: boolean;
  readonly draft: DraftPlace;
  /** Path of the page that opens after Done or Cancel. */
  readonly home: string;
  /** Called when the reader wants to choose again how to begin. The draft has already been deleted by then. */
  readonly onStartOver: () => void;
}

interface StepFormProps {
  readonly steps: ReturnType<typeof useWizardSteps>;
  readonly wizard: ReturnType<typeof useWizard>;
  readonly types: ReportDefaults['types'];
  readonly onCancel: () => void;
  /** Opens the gallery again. Undefined if the reader has changed a field, because the change would be lost. */
  readonly onTemplates: (() => void) | undefined;
}

const StepForm = ({ steps, wizard, types, onCancel, onTemplates }: StepFormProps) => {
  const t = useTranslate();
  const place = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const section = sectionNames[steps.step] ?? 'details';
  useArrival(place, heading, steps.arrival);
  return (
    <Form
      ref={place}
      className={css.form}
      isRunning={wizard.isSaving}
      onSubmit={() => void (steps.isLast ? wizard.done() : wizard.next())}
    >
      <div>
        <h2 ref={heading} tabIndex={-1} className={css.heading}>
          {t(stepKeys[section])}
        </h2>
        <p className={css.hint}>{t(hintKeys[section])}</p>
      </div>
      {/* The buttons appear together with the complete section, because a part that loads later would move them away
          from the pointer. */}
      <Suspense fallback={<WaitSpinner />}>
        <Section key={section} name={section} types={types} onType={wizard.setType} />
        {wizard.failure !== null && (
          <p className={css.failure} role="alert">
            {wizard.failure}
          </p>
        )}
        <Buttons
          step={steps.step}
          isLast={steps.isLast}
          isSaving={wizard.isSaving}
          onBack={() => {
            steps.arrive('heading', steps.step - 1);
          }}
          onCancel={onCancel}
          onTemplates={onTemplates}
        />
      </Suspense>
    </Form>
  );
};

export const CreateReportWizard = ({ teamId, defaults, initial, draft, home, ...choice }: WizardProps) => {
  const t = useTranslate();
  const notices = useNotices();
  const navigate = useNavigate();
  const [found] = useState(() => draft.read());
  const { clock } = useReader();
  const [draftId] = useState(() => found?.draftId ?? ulid(clock.now()));
  const subject: FormSubject = { teamId, id: undefined, rev: undefined, draftId };
  const form = useMeetingForm(subject, initial, found?.form);
  const steps = useWizardSteps(found?.step ?? 0, choice.isChosen);
  const kept = useReportDraft(form, draft, { step: steps.step, draftId });
  const onSaved = (id: string): void => {
    kept.drop();
    notices.push('success', t('wizard.saved'));
    // Replaces the history entry, so that Back does not lead to a form that is already saved.
    void navigate(home, { replace: true, state: { savedReport: id } });
  };
  const startOver = (): void => {
    kept.drop();
    choice.onStartOver();
  };
  const wizard = useWizard({ form, subject, defaults, steps, onSaved });
  const faulty = useFaultySections(form);
  const incomplete = useIncompleteSections(form);
  return (
    <MeetingFormProvider form={form} subject={subject}>
      <UnsavedReportGuard
        isUnsaved={kept.isUnsaved}
        onLeave={kept.drop}
        {...(steps.step === 0
          ? {}
          : {
              onStepBack: () => {
                steps.arrive('heading', steps.step - 1);
              },
            })}
      />
      {found !== undefined && <Restored onStartOver={startOver} />}
      <WizardStepper
        step={steps.step}
        faulty={faulty}
        incomplete={incomplete}
        onGo={(to) => {
          steps.arrive('heading', to);
        }}
      />
      <div className={css.columns}>
        <StepForm
          {...{ steps, wizard, types: defaults.types }}
          onCancel={() => void navigate(home)}
          onTemplates={form.formState.isDirty ? undefined : startOver}
        />
        <ReportPreview />
      </div>
    </MeetingFormProvider>
  );
};
