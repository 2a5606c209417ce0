import { useEffect, useRef, useState } from 'react';
import type { RollupFileFormat } from '#contracts/rollup/rollupFileCalls.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useRollupFile } from '../../api/rollup/useFetchRollupFile.ts';
import type { RollupInput } from '../../api/rollup/rollupQuery.ts';
import { saveBlob } from '../../ui/display/saveFileAndSizeText.ts';
import { useTranslate } from '../../ui/text/translate.ts';

export type DownloadState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly bytes: number }
  | { readonly kind: 'done'; readonly name: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly text: string; readonly format: RollupFileFormat };

export interface Downloading {
  readonly state: DownloadState;
  readonly start: (format: RollupFileFormat) => void;
  readonly cancel: () => void;
  readonly dismiss: () => void;
}

/**
 * Returns the functions that start and cancel the download of a roll-up, and its state with the number of bytes
 * received so far.
 */
export const useRollupDownload = (query: RollupInput): Downloading => {
  const t = useTranslate();
  const fetchRollup = useRollupFile();
  const [state, setState] = useState<DownloadState>({ kind: 'idle' });
  const running = useRef<AbortController>(null);
  // Leaving the page aborts the download. Otherwise the browser would save the file when the reader no longer expects
  // it.
  useEffect(() => () => running.current?.abort(), []);
  const run = async (format: RollupFileFormat): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setState({ kind: 'running', bytes: 0 });
    const onBytes = (bytes: number): void => {
      if (!signal.aborted) setState({ kind: 'running', bytes });
    };
    try {
      const { name, blob } = await fetchRollup({ query, format, onBytes, signal });
      if (signal.aborted) return;
      saveBlob(name, blob);
      setState({ kind: 'done', name });
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'failed', text: errorText(error, t), format });
    }
  };
  return {
    state,
    start: (format) => {
      if (state.kind !== 'running') void run(format);
    },
    cancel: () => {
      running.current?.abort();
      setState({ kind: 'cancelled' });
    },
    dismiss: () => {
      setState({ kind: 'idle' });
    },
  };
};
