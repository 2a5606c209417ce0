import { UnsavedGuard } from '../../../parts/UnsavedGuard.tsx';

interface LeaveGuardProps {
  /** Returns true if unsaved work would be lost; called when the reader leaves. */
  readonly isUnsaved: () => boolean;
  readonly onLeave: () => void;
  /** Set if there is an earlier step: the browser's Back then opens that step instead of leaving. */
  readonly onStepBack?: () => void;
}

/** Asks for confirmation before the reader leaves an unsaved report. Other tabs of the same page lose nothing: the form keeps its draft. */
export const UnsavedReportGuard = ({ isUnsaved, ...rest }: LeaveGuardProps) => (
  <UnsavedGuard {...rest} isUnsaved={(target) => target === 'page' && isUnsaved()} />
);
