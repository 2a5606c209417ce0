import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { useFocusBack } from '../../ui/dialogs/restoreFocusAndModalFixes.tsx';
import type { AnswerTarget } from './answerDialogTarget.ts';

const AnswerDialog = lazy(() => import('./AnswerDialog.tsx').then((module) => ({ default: module.AnswerDialog })));

interface AnswerPlaceProps {
  readonly className: string | undefined;
  /** Returns the content of the page. Its answer buttons call the given function to open the dialog. */
  readonly children: (onAnswer: (target: AnswerTarget) => void) => ReactNode;
}

export const AnswerDialogProvider = ({ className, children }: AnswerPlaceProps) => {
  const [answering, setAnswering] = useState<AnswerTarget>();
  const [isOpen, setOpen] = useState(false);
  // When the dialog closes, the focus returns to the button that opened it. After an answer this button may have left
  // the page; then this element takes the focus.
  const { place, ...focus } = useFocusBack();
  const answer = (target: AnswerTarget): void => {
    focus.remember();
    setAnswering(target);
    setOpen(true);
  };
  const close = (): void => {
    setOpen(false);
  };
  return (
    <>
      <div ref={place} className={className} tabIndex={-1}>
        {children(answer)}
      </div>
      {answering !== undefined && (
        <Suspense>
          <AnswerDialog target={answering} isOpen={isOpen} onClose={close} onGone={focus.giveBack} />
        </Suspense>
      )}
    </>
  );
};
