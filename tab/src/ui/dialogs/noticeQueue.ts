import { createContext, useContext } from 'react';

interface Notice {
  readonly id: number;
  readonly kind: 'success' | 'failure';
  readonly text: string;
}

/**
 * The queue through which the screens send notices to the toaster (NoticeToaster.tsx). The code of the toaster loads
 * with the first notice.
 */
export interface Notices {
  readonly push: (kind: Notice['kind'], text: string) => void;
  readonly take: () => readonly Notice[];
  readonly subscribe: (listener: () => void) => () => void;
  readonly count: () => number;
}

export const createNotices = (): Notices => {
  const listeners = new Set<() => void>();
  let pending: readonly Notice[] = [];
  let count = 0;
  return {
    push(kind, text) {
      count += 1;
      pending = [...pending, { id: count, kind, text }];
      listeners.forEach((listener) => {
        listener();
      });
    },
    take() {
      const taken = pending;
      pending = [];
      return taken;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    count: () => count,
  };
};

export const NoticesContext = createContext<Notices | undefined>(undefined);

export const useNotices = (): Notices => {
  const notices = useContext(NoticesContext);
  if (notices === undefined) throw new Error('NoticesContext is missing');
  return notices;
};
