import { useState } from 'react';
import type { ExportFormat } from '#contracts/timesheet.ts';
import { ApiError } from '../../api/client.ts';
import { errorText } from '../../api/errorText.ts';
import { useSheetFile } from '../../api/timesheet.ts';
import type { SheetFilter } from '../../api/timesheet.ts';
import { saveBlob } from '../../ui/download.ts';
import { useWords } from '../../ui/words.ts';

export type DownloadState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly bytes: number }
  | { readonly kind: 'done'; readonly name: string }
  /** `offer` = what may be tried instead: the same once more, or a format that takes any number of rows. */
  | { readonly kind: 'failed'; readonly text: string; readonly offer: 'again' | 'csv'; readonly format: ExportFormat };

export interface Downloading {
  readonly state: DownloadState;
  readonly start: (format: ExportFormat) => void;
  readonly dismiss: () => void;
}

/** Fetches the rows looked at as a file, and tells how much of it has come. */
export const useDownload = (filter: SheetFilter): Downloading => {
  const words = useWords();
  const fetchSheet = useSheetFile();
  const [state, setState] = useState<DownloadState>({ kind: 'idle' });
  const run = async (format: ExportFormat): Promise<void> => {
    setState({ kind: 'running', bytes: 0 });
    try {
      const { name, blob } = await fetchSheet(filter, format, (bytes) => {
        setState({ kind: 'running', bytes });
      });
      saveBlob(name, blob);
      setState({ kind: 'done', name });
    } catch (error) {
      const isTooLarge = error instanceof ApiError && error.code === 'TOO_LARGE' && format !== 'CSV';
      setState({ kind: 'failed', text: errorText(error, words), offer: isTooLarge ? 'csv' : 'again', format });
    }
  };
  return {
    state,
    start: (format) => {
      if (state.kind !== 'running') void run(format);
    },
    dismiss: () => {
      setState({ kind: 'idle' });
    },
  };
};
