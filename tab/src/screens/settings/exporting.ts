import { useState } from 'react';
import { errorText } from '../../api/errorText.ts';
import { useExportFile } from '../../api/privacy.ts';
import { saveBlob } from '../../ui/download.ts';
import { useWords } from '../../ui/words.ts';

export type ExportState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly bytes: number }
  | { readonly kind: 'done'; readonly bytes: number }
  | { readonly kind: 'failed'; readonly text: string };

/** Fetches the export and tells how much of it has come. */
export const useExport = (): { readonly state: ExportState; readonly start: () => void } => {
  const words = useWords();
  const fetchExport = useExportFile();
  const [state, setState] = useState<ExportState>({ kind: 'idle' });
  const run = async (): Promise<void> => {
    setState({ kind: 'running', bytes: 0 });
    try {
      const { name, blob } = await fetchExport((bytes) => {
        setState({ kind: 'running', bytes });
      });
      saveBlob(name, blob);
      setState({ kind: 'done', bytes: blob.size });
    } catch (error) {
      setState({ kind: 'failed', text: errorText(error, words) });
    }
  };
  return {
    state,
    start: () => {
      if (state.kind !== 'running') void run();
    },
  };
};
