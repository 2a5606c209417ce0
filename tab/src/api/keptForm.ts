import { useState } from 'react';
import { useKept } from './kept.ts';

export interface KeptForm<T> {
  readonly values: T;
  readonly set: (change: Partial<T>) => void;
  /** Whether something differs from what is saved. */
  readonly isDirty: boolean;
  /** Saved, or given up. */
  readonly drop: () => void;
}

/** The fields of a form over what is saved. What was typed outlives another tab, another page and signing in again. */
export const useKeptForm = <T extends object>(name: string, saved: T): KeptForm<T> => {
  const kept = useKept<Partial<T>>('settings', name);
  const [typed, setTyped] = useState<Partial<T>>(() => kept.read() ?? {});
  const values = { ...saved, ...typed };
  return {
    values,
    set(change) {
      const next = { ...typed, ...change };
      kept.write(next);
      setTyped(next);
    },
    isDirty: Object.entries(typed).some(([field, value]) => value !== saved[field as keyof T]),
    drop() {
      kept.drop();
      setTyped({});
    },
  };
};
