import { useEffect, useState } from 'react';
import type { Call } from './apiClient.ts';
import { useApi } from './apiContextAndSessionHooks.ts';

export type LinkState =
  | { readonly status: 'loading' }
  | { readonly status: 'good' }
  | { readonly status: 'failed'; readonly error: unknown };

/**
 * Checks the code in the link of an email when the page opens. The returned setter lets the page replace the state by
 * the result of a later call.
 */
export const useLinkCheck = (
  check: (call: Call, code: string) => Promise<unknown>,
  code: string,
): readonly [LinkState, (state: LinkState) => void] => {
  const { call } = useApi();
  const [state, setState] = useState<LinkState>({ status: 'loading' });
  useEffect(() => {
    let isHere = true;
    const setNext = (next: LinkState): void => {
      if (isHere) setState(next);
    };
    // In development, React runs the effect twice. This is harmless, because a check of a code changes nothing on the
    // server.
    check(call, code).then(
      () => {
        setNext({ status: 'good' });
      },
      (error: unknown) => {
        setNext({ status: 'failed', error });
      },
    );
    return () => {
      isHere = false;
    };
  }, [call, check, code]);
  return [state, setState];
};
