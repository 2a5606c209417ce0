import { useState } from 'react';
import { useKeptValue } from './unsavedInputCacheAndStorage.ts';

export interface KeptForm<T> {
  readonly values: T;
  readonly set: (change: Partial<T>) => void;
  /** True if a field differs from its saved value, so that the reader would lose work by leaving the page. */
  readonly isDirty: boolean;
  readonly drop: () => void;
}

/**
 * Names of the forms in the settings. UnsavedSettingsGuard.tsx asks for confirmation before the drafts of these forms
 * are lost.
 */
export type SettingsFormName = 'profile' | 'organisation' | 'retention' | 'linkPatterns' | 'textModel';

const differs = <T extends object>(typed: Partial<T>, saved: T): boolean =>
  Object.entries(typed).some(([field, value]) => value !== saved[field as keyof T]);

/**
 * Returns the fields of a form: the saved values with the reader's changes. The changes stay when the reader opens
 * another tab or page, or signs in again (`useKeptValue`).
 */
export const useKeptForm = <T extends object>(name: SettingsFormName | 'payment', saved: T): KeptForm<T> => {
  const kept = useKeptValue<Partial<T>>('settings', name);
  const [typed, setTyped] = useState<Partial<T>>(() => kept.read() ?? {});
  const values = { ...saved, ...typed };
  return {
    values,
    set(change) {
      const next = { ...typed, ...change };
      // Stores a draft only if it differs from the saved values, so that a stored draft always means unsaved work.
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
