import { useEffect, useRef, useState } from 'react';
import type { MouseEvent, RefObject } from 'react';
import { Button } from '@fluentui/react-components';
import { useFormState } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { ulid } from 'ulid';
import type { Meeting } from '#contracts/meeting.ts';
import type { ReportDefaults } from '../../../api/reportForm.ts';
import { useNotices } from '../../../ui/notices.ts';
import { useReader } from '../../../ui/reader.ts';
import { useWords } from '../../../ui/words.ts';
import { sectionNames, sections } from '../form/checking.ts';
import type { SectionName } from '../form/checking.ts';
import { DetailsSection } from '../form/DetailsSection.tsx';
import { LeaveGuard } from '../form/LeaveGuard.tsx';
import { MeetingFormProvider, focusFirstFault, useMeetingForm } from '../form/MeetingFormProvider.tsx';
import type { MeetingFormState } from '../form/MeetingFormProvider.tsx';
import { MembersSection } from '../form/MembersSection.tsx';
import { Preview } from '../form/Preview.tsx';
import { QuestionsSection } from '../form/QuestionsSection.tsx';
import { SettingsSection } from '../form/SettingsSection.tsx';
import type { FormSubject, MeetingForm } from '../form/values.ts';
import type { DraftPlace } from './draft.ts';
import { Stepper, stepKeys } from './Stepper.tsx';
import { useKeptDraft } from './useKeptDraft.ts';
import { useSteps } from './useSteps.ts';
import type { Arrival } from './useSteps.ts';
import { useWizard } from './useWizard.ts';
import css from './Wizard.module.css';

const hintKeys = {
  details: 'wizard.hintDetails',
  members: 'wizard.hintMembers',
  questions: 'wizard.hintQuestions',
  settings: 'wizard.hintSettings',
} as const;

/** The heading of a new step takes the focus, or the first thing that is wrong in it. */
const useArrival = (place: RefObject<HTMLElement | null>, heading: RefObject<HTMLElement | null>, arrival: Arrival) => {
  useEffect(() => {
    // The page was opened at this step: whoever came looks round first.
    if (arrival.round === 0) return undefined;
    const [part, title] = [place.current, heading.current];
    if (arrival.at === 'fault' && focusFirstFault(part)) return undefined;
    title?.focus();
    if (arrival.at !== 'fault' || part === null) return undefined;
    // What is wrong may stand in what is still being fetched: the focus goes there when it has come, unless its reader went on.
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

interface SectionProps {
  readonly name: SectionName;
  readonly types: readonly Meeting['type'][];
  readonly onType: (type: Meeting['type']) => void;
}

const Section = ({ name, types, onType }: SectionProps) => {
  switch (name) {
    case 'details':
      return <DetailsSection typeChoice={{ types, onType }} />;
    case 'members':
      return <MembersSection />;
    case 'questions':
      return <QuestionsSection />;
    case 'settings':
      return <SettingsSection />;
  }
};

interface ButtonsProps {
  readonly step: number;
  readonly isLast: boolean;
  readonly isSaving: boolean;
  readonly onForward: () => void;
  readonly onBack: () => void;
  readonly onCancel: () => void;
}

const Buttons = ({ step, isLast, isSaving, onForward, onBack, onCancel }: ButtonsProps) => {
  const words = useWords();
  const forward = (event: MouseEvent): void => {
    event.preventDefault();
    // The second press of a double click is meant for the step before.
    if (event.detail < 2) onForward();
  };
  const ahead = words(isLast ? 'wizard.done' : 'wizard.next');
  return (
    <div className={css.buttons}>
      <Button type="submit" appearance="primary" disabledFocusable={isSaving} onClick={forward}>
        {isSaving ? words('wizard.saving') : ahead}
      </Button>
      {step > 0 && (
        <Button disabledFocusable={isSaving} onClick={onBack}>
          {words('wizard.back')}
        </Button>
      )}
      <Button appearance="subtle" disabledFocusable={isSaving} onClick={onCancel}>
        {words('wizard.cancel')}
      </Button>
    </div>
  );
};

const Restored = ({ onStartOver }: { readonly onStartOver: () => void }) => {
  const words = useWords();
  return (
    <div className={css.restored} role="status">
      {words('wizard.restored')}
      <Button size="small" onClick={onStartOver}>
        {words('wizard.startOver')}
      </Button>
    </div>
  );
};

interface WizardProps {
  readonly teamId: string;
  readonly defaults: ReportDefaults;
  readonly initial: MeetingForm;
  readonly draft: DraftPlace;
  /** Where Done and Cancel lead. */
  readonly home: string;
}

/** Four steps to a new report, with what will come of it beside them. */
export const Wizard = ({ teamId, defaults, initial, draft, home }: WizardProps) => {
  const words = useWords();
  const notices = useNotices();
  const navigate = useNavigate();
  const place = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [found] = useState(() => draft.read());
  const [isRestored, setRestored] = useState(found !== undefined);
  const { clock } = useReader();
  const [draftId, setDraftId] = useState(() => found?.draftId ?? ulid(clock.now()));
  const subject: FormSubject = { teamId, id: undefined, rev: undefined, draftId };
  const form = useMeetingForm(subject, initial, found?.form);
  const steps = useSteps(found?.step ?? 0);
  const kept = useKeptDraft(form, draft, { step: steps.step, draftId });
  const onSaved = (): void => {
    kept.drop();
    notices.push('success', words('wizard.saved'));
    // Back must not lead into a form that was sent.
    void navigate(home, { replace: true });
  };
  const wizard = useWizard({ form, subject, defaults, steps, onSaved });
  const section = sectionNames[steps.step] ?? 'details';
  const faulty = useFaultySections(form);
  useArrival(place, heading, steps.arrival);
  return (
    <MeetingFormProvider form={form} subject={subject}>
      <LeaveGuard isUnsaved={kept.isUnsaved} onLeave={kept.drop} />
      {isRestored && (
        <Restored
          onStartOver={() => {
            form.reset(initial);
            setDraftId(ulid(clock.now()));
            setRestored(false);
            steps.arrive('heading', 0);
          }}
        />
      )}
      <Stepper
        step={steps.step}
        faulty={faulty}
        onGo={(to) => {
          steps.arrive('heading', to);
        }}
      />
      <div className={css.columns}>
        <form ref={place} className={css.form} noValidate>
          <div>
            <h2 ref={heading} tabIndex={-1} className={css.heading}>
              {words(stepKeys[section])}
            </h2>
            <p className={css.hint}>{words(hintKeys[section])}</p>
          </div>
          <Section key={section} name={section} types={defaults.types} onType={wizard.setType} />
          {wizard.failure !== null && (
            <p className={css.failure} role="alert">
              {wizard.failure}
            </p>
          )}
          <Buttons
            step={steps.step}
            isLast={steps.isLast}
            isSaving={wizard.isSaving}
            onForward={() => void (steps.isLast ? wizard.done() : wizard.next())}
            onBack={() => {
              steps.arrive('heading', steps.step - 1);
            }}
            onCancel={() => void navigate(home)}
          />
        </form>
        <Preview />
      </div>
    </MeetingFormProvider>
  );
};
