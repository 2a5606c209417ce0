import { useEffect, useState } from 'react';
import type { Call } from './client.ts';
import { useApi } from './context.ts';

/** What became of a letter's link. */
export type LinkState =
  { readonly status: 'loading' } | { readonly status: 'good' } | { readonly status: 'failed'; readonly error: unknown };

/** Asks once about the code of a letter's link; the second value is for what turns out later. */
export const useLinkCheck = (
  check: (call: Call, code: string) => Promise<unknown>,
  code: string,
): readonly [LinkState, (state: LinkState) => void] => {
  const { call } = useApi();
  const [state, setState] = useState<LinkState>({ status: 'loading' });
  useEffect(() => {
    let isHere = true;
    const tell = (next: LinkState): void => {
      if (isHere) setState(next);
    };
    // Repeated by whatever renders twice: the server answers the same for a while.
    check(call, code).then(
      () => {
        tell({ status: 'good' });
      },
      (error: unknown) => {
        tell({ status: 'failed', error });
      },
    );
    return () => {
      isHere = false;
    };
  }, [call, check, code]);
  return [state, setState];
};
