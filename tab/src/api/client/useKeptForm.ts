import { useState } from 'react';
import { useKeptValue } from './unsavedInputCacheAndStorage.ts';

export interface KeptForm<T> {
  readonly values: T;
  readonly set: (change: Partial<T>) => void;
  /** True if a field differs from its saved value, so leaving the page would lose work. */
  readonly isDirty: boolean;
  readonly drop: () => void;
}

/**
 * Names of the forms in the settings. UnsavedSettingsGuard.tsx asks the reader before the drafts of these forms would
 * be lost.
 */
export type SettingsFormName = 'profile' | 'organisation' | 'retention' | 'linkPatterns' | 'textModel';

const differs = <T extends object>(typed: Partial<T>, saved: T): boolean =>
  Object.entries(typed).some(([field, value]) => value !== saved[field as keyof T]);

/**
 * Returns the fields of a form: the saved values with the reader's changes. The changes are kept when the reader opens
 * another tab or page, or signs in again.
 */
export const useKeptForm = <T extends object>(name: SettingsFormName | 'payment', saved: T): KeptForm<T> => {
  const kept = useKeptValue<Partial<T>>('settings', name);
  const [typed, setTyped] = useState<Partial<T>>(() => kept.read() ?? {});
  const values = { ...saved, ...typed };
  return {
    values,
    set(change) {
      const next = { ...typed, ...change };
      // A draft exists only while it differs from the saved values, so a guard can treat a draft as unsaved work.
      if (differs(next, saved)) kept.write(next);
      else kept.drop();
      setTyped(next);
    },
    isDirty: differs(typed, saved),
    drop() {
      kept.drop();
      setTyped({});
    },
  };
};
