import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useSession } from './context.ts';

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
  const client = useQueryClient();
  const session = useSession();
  const owner = session.status === 'signedIn' ? session.email : '';
  const queryKey = ['draft', owner, name];
  const [typed, setTyped] = useState<Partial<T>>(() => client.getQueryData<Partial<T>>(queryKey) ?? {});
  const values = { ...saved, ...typed };
  return {
    values,
    set(change) {
      const next = { ...typed, ...change };
      client.setQueryData(queryKey, next);
      setTyped(next);
    },
    isDirty: Object.entries(typed).some(([field, value]) => value !== saved[field as keyof T]),
    drop() {
      client.removeQueries({ queryKey });
      setTyped({});
    },
  };
};
