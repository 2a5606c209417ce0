import { createContext, useContext } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { FieldPath, FieldPathValue, MultipleFieldErrors } from 'react-hook-form';
import { useTranslate } from '../../../ui/text/translate.ts';
import type { WebKey } from '../../../ui/text/translate.ts';
import type { Placeholders } from './questionFormRulesAndConversion.ts';
import type { FormSubject, MeetingForm } from './formValuesAndSaveInput.ts';

/** The report that the form edits. It contains data that are no fields of the form, such as the team. */
export const SubjectContext = createContext<FormSubject | undefined>(undefined);

export const useSubject = (): FormSubject => {
  const subject = useContext(SubjectContext);
  if (subject === undefined) throw new Error('SubjectContext is missing');
  return subject;
};

export const usePlaceholders = (): Placeholders => {
  const t = useTranslate();
  return {
    question: (number) => t('form.question', { number }),
    option: (number) => t('form.option', { number }),
    lowLabel: t('form.scaleLowDefault'),
    highLabel: t('form.scaleHighDefault'),
  };
};

export interface Bound<T> {
  readonly value: T;
  readonly set: (value: T) => void;
  /** Error text; null = the field has no error. */
  readonly fault: string | null;
}

interface Fault {
  readonly type?: string | number | undefined;
  readonly message?: string | undefined;
  /** Values to insert into the message, by the name of their placeholder. */
  readonly types?: MultipleFieldErrors | undefined;
}

const valuesOf = ({ types = {} }: Fault): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(types).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

/**
 * Returns a function that returns the text of an error; null = no error. The message of a schema's error is a key of
 * the text catalogue; the server's errors contain the text itself.
 */
export const useFaultText = (): ((fault: Fault | undefined) => string | null) => {
  const t = useTranslate();
  return (fault) => {
    if (fault?.message === undefined) return null;
    return fault.type === 'server' ? fault.message : t(fault.message as WebKey, valuesOf(fault));
  };
};

/**
 * Returns the value, the setter and the error of one field. A field with an error is checked again at each change, so
 * that the error disappears when it is corrected.
 */
export const useBound = <N extends FieldPath<MeetingForm>>(name: N): Bound<FieldPathValue<MeetingForm, N>> => {
  const { control, trigger } = useFormContext<MeetingForm>();
  const { field, fieldState } = useController({ control, name });
  const faultText = useFaultText();
  const { error } = fieldState;
  return {
    value: field.value,
    set: (value) => {
      field.onChange(value);
      if (error !== undefined) void trigger(name);
    },
    fault: faultText(error),
  };
};
