import { Suspense, lazy, useId, useState } from 'react';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { useCatchup } from '../../api/catchup.ts';
import { loadTexts } from '../../ui/lazyTexts.ts';
import type { CatchupPanel as Panel, CatchupToggle as Toggle } from './CatchupPanel.tsx';
import css from './CatchupPlace.module.css';

interface Parts {
  readonly CatchupToggle: ComponentType<ComponentProps<typeof Toggle>>;
  readonly CatchupPanel: ComponentType<ComponentProps<typeof Panel>>;
}

// Nobody waits for it, so nobody is told that it could not be fetched.
const nothing: Parts = { CatchupToggle: () => null, CatchupPanel: () => null };

const parts = async (): Promise<Parts> => {
  try {
    const [it] = await Promise.all([import('./CatchupPanel.tsx'), loadTexts('catchup')]);
    return it;
  } catch {
    return nothing;
  }
};
const CatchupToggle = lazy(() => parts().then((it) => ({ default: it.CatchupToggle })));
const CatchupPanel = lazy(() => parts().then((it) => ({ default: it.CatchupPanel })));

interface CatchupPlaceProps {
  readonly teamId: string;
  /** The day is there: now it costs the day nothing. */
  readonly isWanted: boolean;
  /** The page shows today: elsewhere nothing is told. */
  readonly isToday: boolean;
  /** Takes the focus when what had it was put away. */
  readonly onDismissed: () => void;
  /** What it stands beside. */
  readonly children: ReactNode;
}

/** Tells in the free room of the day's line that something happened since the last visit, and on request what: the day stays in place. */
export const CatchupPlace = ({ teamId, isWanted, isToday, onDismissed, children }: CatchupPlaceProps) => {
  const { catchup, dismiss } = useCatchup(teamId, isWanted);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const shown = isToday ? catchup : undefined;
  return (
    <>
      <div className={css.line}>
        {children}
        {/* Always there, so that screen readers hear what comes into it. */}
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
