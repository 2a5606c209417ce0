import { createContext, useContext } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { FieldPath, FieldPathValue } from 'react-hook-form';
import { useWords } from '../../../ui/words.ts';
import type { WebKey } from '../../../ui/words.ts';
import type { FormSubject, MeetingForm } from './values.ts';

/** What the sections need to know beside the fields themselves. */
export const SubjectContext = createContext<FormSubject | undefined>(undefined);

export const useSubject = (): FormSubject => {
  const subject = useContext(SubjectContext);
  if (subject === undefined) throw new Error('SubjectContext is missing');
  return subject;
};

export interface Bound<T> {
  readonly value: T;
  readonly set: (value: T) => void;
  /** What is wrong with it, in words. */
  readonly fault: string | null;
}

interface Fault {
  readonly type?: string | number | undefined;
  readonly message?: string | undefined;
}

/** The catalogue's words for what the schema found; a server's refusal brings its own. */
export const useFaultText = (): ((fault: Fault | undefined) => string | null) => {
  const words = useWords();
  return (fault) => {
    if (fault?.message === undefined) return null;
    return fault.type === 'server' ? fault.message : words(fault.message as WebKey);
  };
};

/** One field: its value, how to change it, and what is wrong with it, which is looked at again at each change from then on. */
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
