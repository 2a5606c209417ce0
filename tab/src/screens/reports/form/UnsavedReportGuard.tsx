import { UnsavedGuard } from '../../../parts/UnsavedGuard.tsx';

interface LeaveGuardProps {
  /** Returns true if the reader would lose unsaved work. Called before the reader leaves the page. */
  readonly isUnsaved: () => boolean;
  readonly onLeave: () => void;
  /**
   * Set if the form has several steps. The browser's Back button then calls this function, which opens the previous
   * step, instead of leaving the page.
   */
  readonly onStepBack?: () => void;
}

/**
 * Asks for confirmation before the reader leaves an unsaved report. Opening another tab within the page needs no
 * confirmation, because the form keeps its values.
 */
export const UnsavedReportGuard = ({ isUnsaved, ...rest }: LeaveGuardProps) => (
  <UnsavedGuard {...rest} isUnsaved={(target) => target === 'page' && isUnsaved()} />
);
