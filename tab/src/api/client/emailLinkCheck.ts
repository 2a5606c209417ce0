import { useEffect, useState } from 'react';
import type { Call } from './apiClient.ts';
import { useApi } from './apiContextAndSessionHooks.ts';

export type LinkState =
  | { readonly status: 'loading' }
  | { readonly status: 'good' }
  | { readonly status: 'failed'; readonly error: unknown };

/**
 * Checks the code of an email's link when the page opens. The returned setter lets the page show the result of a later
 * call in the same place.
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
    // React may run the effect twice. This is harmless, because for a while the server answers a repeated call in the
    // same way.
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
