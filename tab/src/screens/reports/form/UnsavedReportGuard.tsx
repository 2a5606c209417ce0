import { UnsavedGuard } from '../../../parts/UnsavedGuard.tsx';

interface LeaveGuardProps {
  /** Returns true if the reader would lose unsaved work. Called before the reader leaves. */
  readonly isUnsaved: () => boolean;
  readonly onLeave: () => void;
  /** Set if the form has an earlier step. The browser's Back button then opens the earlier step instead of leaving the page. */
  readonly onStepBack?: () => void;
}

/**
 * Asks for confirmation before the reader leaves an unsaved report. Opening another tab of the same page needs no confirmation,
 * because the form keeps its draft.
 */
export const UnsavedReportGuard = ({ isUnsaved, ...rest }: LeaveGuardProps) => (
  <UnsavedGuard {...rest} isUnsaved={(target) => target === 'page' && isUnsaved()} />
);
