import { useRef, useState } from 'react';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { useAskName, useSaveMeeting } from '../../../api/meetings/reportFormQueriesAndSave.ts';
import type { ReportDefaults } from '../../../api/meetings/reportFormQueriesAndSave.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { refusedField, sectionNames, sections } from '../form/formSectionsAndChecks.ts';
import type { RefusedField, SectionName } from '../form/formSectionsAndChecks.ts';
import type { MeetingFormState } from '../form/MeetingFormStateAndProvider.tsx';
import { inputOf } from '../form/formValuesAndSaveInput.ts';
import type { FormSubject, MeetingForm } from '../form/formValuesAndSaveInput.ts';
import { typeDefaults } from './newReportFormAndDefaults.ts';
import type { TypeDefaults } from './newReportFormAndDefaults.ts';
import type { Steps } from './useWizardSteps.ts';

interface WizardOptions {
  readonly form: MeetingFormState;
  readonly subject: FormSubject;
  readonly defaults: ReportDefaults;
  readonly steps: Steps;
  readonly onSaved: (id: string) => void;
}

const stepOf = (section: SectionName): number => sectionNames.indexOf(section);
const sectionOf = (field: keyof MeetingForm): SectionName =>
  sectionNames.find((name) => (sections[name] as readonly string[]).includes(field)) ?? 'details';

/** The fields that Next checks at each step (docs/product-rules.md, Screens, limits and texts). */
const checkedByNext: readonly (readonly (keyof MeetingForm)[])[] = [['name', 'time'], [], ['questions'], []];

/**
 * Returns the function that changes the type of the report. It fills in the days and questions of the new type and
 * keeps those of the old type, in case the reader changes back.
 */
const useTypes = (form: MeetingFormState, defaults: ReportDefaults) => {
  const written = useRef(new Map<Meeting['type'], TypeDefaults>());
  return (type: Meeting['type']): void => {
    const { type: before, weekdays, questions } = form.getValues();
    if (type === before) return;
    written.current.set(before, { weekdays, questions });
    const next = written.current.get(type) ?? typeDefaults(defaults, type);
    form.setValue('type', type, { shouldDirty: true });
    form.setValue('weekdays', next.weekdays, { shouldDirty: true });
    form.setValue('questions', next.questions, { shouldDirty: true });
    form.clearErrors(['weekdays', 'questions']);
  };
};

/** Returns a function that runs one action at a time. A call during a running action has no effect. */
const useOneAction = () => {
  const isBusy = useRef(false);
  const [checkFailure, setCheckFailure] = useState<unknown>();
  const once = async (act: () => Promise<void>): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    setCheckFailure(undefined);
    try {
      await act();
    } catch (error) {
      // The action fails only if the code of the schema that checks the form could not be loaded.
      setCheckFailure(error);
    } finally {
      isBusy.current = false;
    }
  };
  return { once, checkFailure };
};

export const useWizard = ({ form, subject, defaults, steps, onSaved }: WizardOptions) => {
  const t = useTranslate();
  const save = useSaveMeeting();
  const askName = useAskName();
  const setType = useTypes(form, defaults);
  const { step, arrive } = steps;
  const { once, checkFailure } = useOneAction();
  const refuse = ({ field, of }: RefusedField, message: string): void => {
    form.setError(field, { type: 'server', message });
    arrive('fault', stepOf(sectionOf(of)));
  };
  /** Returns false if another report has the name. Returns true if the name is free or could not be checked. */
  const checkName = async (): Promise<boolean> => {
    const { teamId, draftId } = subject;
    const name = form.getValues('name').trim();
    if (!(await askName({ teamId, name, meetingId: draftId }))) return true;
    refuse({ field: 'name', of: 'name' }, t('error.MEETING_NAME_EXISTS'));
    return false;
  };
  const next = (): Promise<void> =>
    once(async () => {
      const fields = checkedByNext[step] ?? [];
      const isSound = fields.length === 0 || (await form.trigger([...fields]));
      if (!isSound) arrive('fault', step);
      else if (step > 0 || (await checkName())) arrive('heading', step + 1);
    });

  const send = async (): Promise<void> => {
    try {
      const { id } = await save.mutateAsync(inputOf(form.getValues(), subject));
      onSaved(id);
    } catch (error) {
      const field = refusedField(error);
      if (field !== undefined) refuse(field, errorText(error, t));
    }
  };
  const done = (): Promise<void> =>
    once(async () => {
      save.reset();
      const isSound = await form.trigger();
      const faulty = sectionNames.find((name) => sections[name].some((field) => form.getFieldState(field).invalid));
      if (!isSound) arrive('fault', stepOf(faulty ?? 'details'));
      else if (await checkName()) await send();
    });

  const isFieldRefused = save.isError && refusedField(save.error) !== undefined;
  const failure = (): string | null => {
    if (checkFailure !== undefined) return t('error.INVALID_ENDPOINT');
    return save.isError && !isFieldRefused ? t('wizard.saveFailed', { reason: errorText(save.error, t) }) : null;
  };
  return {
    setType,
    next,
    done,
    isSaving: save.isPending,
    failure: failure(),
  };
};
