import { Suspense, lazy, useId, useState } from 'react';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { useCatchup } from '../../api/reports/catchupQuery.ts';
import { loadTexts } from '../../ui/text/loadLazyTextsAndLanguage.ts';
import type { CatchupPanel as Panel, CatchupToggle as Toggle } from './CatchupToggleAndPanel.tsx';
import css from './LazyCatchup.module.css';

interface Parts {
  readonly CatchupToggle: ComponentType<ComponentProps<typeof Toggle>>;
  readonly CatchupPanel: ComponentType<ComponentProps<typeof Panel>>;
}

// Used if the code of the catch-up cannot be loaded. The page then shows no error, because the catch-up is optional.
const nothing: Parts = { CatchupToggle: () => null, CatchupPanel: () => null };

const parts = async (): Promise<Parts> => {
  try {
    const [loadedParts] = await Promise.all([import('./CatchupToggleAndPanel.tsx'), loadTexts('catchup')]);
    return loadedParts;
  } catch {
    return nothing;
  }
};
const CatchupToggle = lazy(() => parts().then((loadedParts) => ({ default: loadedParts.CatchupToggle })));
const CatchupPanel = lazy(() => parts().then((loadedParts) => ({ default: loadedParts.CatchupPanel })));

interface CatchupPlaceProps {
  readonly teamId: string;
  /**
   * True once the reports of the day are shown. The catch-up is requested only then, so that it does not delay the
   * reports.
   */
  readonly isWanted: boolean;
  /** True if the page shows today; the catch-up is hidden on any other day. */
  readonly isToday: boolean;
  /** Called after the reader has dismissed the catch-up, so that the page can move the focus. */
  readonly onDismissed: () => void;
  readonly children: ReactNode;
}

/**
 * Shows a button on the line of the day if there were events since the reader's last visit. The button takes only free
 * space, so that the reports below do not move.
 */
export const LazyCatchup = ({ teamId, isWanted, isToday, onDismissed, children }: CatchupPlaceProps) => {
  const { catchup, dismiss } = useCatchup(teamId, isWanted);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const shown = isToday ? catchup : undefined;
  return (
    <>
      <div className={css.line}>
        {children}
        {/* The element is always in the page, because screen readers announce only changes of an existing element. */}
        <div className={css.place} role="status">
          {shown !== undefined && (
            <Suspense>
              <CatchupToggle catchup={shown} panelId={id} isOpen={isOpen} setOpen={setOpen} />
            </Suspense>
          )}
        </div>
      </div>
      {shown !== undefined && isOpen && (
        <Suspense>
          <CatchupPanel
            catchup={shown}
            id={id}
            onDismiss={() => {
              setOpen(false);
              dismiss();
              onDismissed();
            }}
          />
        </Suspense>
      )}
    </>
  );
};
