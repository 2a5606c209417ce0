import { useState } from 'react';
import type { ExportFormat } from '#contracts/timesheets/timesheetDownloadCalls.ts';
import { ApiError } from '../../api/client/apiClient.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useSheetFile } from '../../api/timesheets/timesheetQueriesAndMutations.ts';
import type { SheetFilter } from '../../api/timesheets/timesheetQueriesAndMutations.ts';
import { saveBlob } from '../../ui/display/saveFileAndSizeText.ts';
import { useTranslate } from '../../ui/text/translate.ts';

export type DownloadState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly bytes: number }
  | { readonly kind: 'done'; readonly name: string }
  /**
   * `offer` is the attempt that the page offers after the failure: the same format `again`, or `csv`, which has no
   * limit of rows.
   */
  | { readonly kind: 'failed'; readonly text: string; readonly offer: 'again' | 'csv'; readonly format: ExportFormat };

export interface Downloading {
  readonly state: DownloadState;
  readonly start: (format: ExportFormat) => void;
  readonly dismiss: () => void;
}

/**
 * Returns the function that downloads the rows of the filter as a file, and its state with the number of bytes received
 * so far.
 */
export const useTimesheetDownload = (filter: SheetFilter): Downloading => {
  const t = useTranslate();
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
      setState({ kind: 'failed', text: errorText(error, t), offer: isTooLarge ? 'csv' : 'again', format });
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
