import { useState } from 'react';
import { errorText } from '../../api/client/errorText.ts';
import { useExportFile } from '../../api/dataLifecycle/exportOrEraseMyData.ts';
import { saveBlob } from '../../ui/display/saveFileAndSizeText.ts';
import { useTranslate } from '../../ui/text/translate.ts';

export type ExportState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly bytes: number }
  | { readonly kind: 'done'; readonly bytes: number }
  | { readonly kind: 'failed'; readonly text: string };

/** Returns the function that downloads the reader's data, and its state with the number of bytes received so far. */
export const useMyDataExport = (): { readonly state: ExportState; readonly start: () => void } => {
  const t = useTranslate();
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
      setState({ kind: 'failed', text: errorText(error, t) });
    }
  };
  return {
    state,
    start: () => {
      if (state.kind !== 'running') void run();
    },
  };
};
