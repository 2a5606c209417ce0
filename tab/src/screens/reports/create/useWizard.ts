import { useRef, useState } from 'react';
import type { Meeting } from '#contracts/meeting.ts';
import { useAskName, useSaveMeeting } from '../../../api/reportForm.ts';
import type { ReportDefaults } from '../../../api/reportForm.ts';
import { errorText } from '../../../api/errorText.ts';
import { useWords } from '../../../ui/words.ts';
import { refusedField, sectionNames, sections } from '../form/checking.ts';
import type { RefusedField, SectionName } from '../form/checking.ts';
import type { MeetingFormState } from '../form/MeetingFormProvider.tsx';
import { inputOf } from '../form/values.ts';
import type { FormSubject, MeetingForm } from '../form/values.ts';
import { typeDefaults } from './begin.ts';
import type { TypeDefaults } from './begin.ts';
import type { Steps } from './useSteps.ts';

interface WizardOptions {
  readonly form: MeetingFormState;
  readonly subject: FormSubject;
  readonly defaults: ReportDefaults;
  readonly steps: Steps;
  readonly onSaved: () => void;
}

const stepOf = (section: SectionName): number => sectionNames.indexOf(section);
const sectionOf = (field: keyof MeetingForm): SectionName =>
  sectionNames.find((name) => (sections[name] as readonly string[]).includes(field)) ?? 'details';

/** What Next checks, by step: product.md section 4. */
const checkedByNext: readonly (readonly (keyof MeetingForm)[])[] = [['name', 'time'], [], ['questions'], []];

/** Changing the type brings what belongs to it, and keeps what was written for the other in case of second thoughts. */
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

/** The wizard's steps, checks and saving. */
export const useWizard = ({ form, subject, defaults, steps, onSaved }: WizardOptions) => {
  const words = useWords();
  const save = useSaveMeeting();
  const askName = useAskName();
  const setType = useTypes(form, defaults);
  const { step, arrive } = steps;
  /** A press that comes before the page has changed is the same press. */
  const isBusy = useRef(false);
  const [checkFailure, setCheckFailure] = useState<unknown>();
  const once = async (act: () => Promise<void>): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    setCheckFailure(undefined);
    try {
      await act();
    } catch (error) {
      // What checks the form could not be fetched.
      setCheckFailure(error);
    } finally {
      isBusy.current = false;
    }
  };

  const refuse = ({ field, of }: RefusedField, message: string): void => {
    form.setError(field, { type: 'server', message });
    arrive('fault', stepOf(sectionOf(of)));
  };
  /** True = free, as far as can be told. */
  const checkName = async (): Promise<boolean> => {
    const { teamId, draftId } = subject;
    const name = form.getValues('name').trim();
    if (!(await askName({ teamId, name, meetingId: draftId }))) return true;
    refuse({ field: 'name', of: 'name' }, words('error.MEETING_NAME_EXISTS'));
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
      await save.mutateAsync(inputOf(form.getValues(), subject));
      onSaved();
    } catch (error) {
      const field = refusedField(error);
      if (field !== undefined) refuse(field, errorText(error, words));
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
    if (checkFailure !== undefined) return words('error.INVALID_ENDPOINT');
    return save.isError && !isFieldRefused
      ? words('wizard.saveFailed', { reason: errorText(save.error, words) })
      : null;
  };
  return {
    setType,
    next,
    done,
    isSaving: save.isPending,
    failure: failure(),
  };
};
