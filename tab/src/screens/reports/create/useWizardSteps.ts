import { useState } from 'react';
import { sectionNames } from '../form/formSectionsAndChecks.ts';

/** The element that takes the focus after a change of step. `round` counts the changes; 0 = none yet. */
export interface Arrival {
  readonly round: number;
  readonly at: 'heading' | 'fault';
}

export interface Steps {
  readonly step: number;
  readonly isLast: boolean;
  readonly arrival: Arrival;
  /** Opens the step `to`, and moves the focus to its heading, or to its first fault if `at` is `fault`. */
  readonly arrive: (at: Arrival['at'], to: number) => void;
}

const lastStep = sectionNames.length - 1;

/**
 * Returns the state of the wizard: the step, from 0 to 3, and the target of the focus. `isArrival` = the reader came
 * from the gallery, so the heading of the first step takes the focus too.
 */
export const useWizardSteps = (first: number, isArrival: boolean): Steps => {
  const [step, setStep] = useState(Math.min(Math.max(first, 0), lastStep));
  const [arrival, setArrival] = useState<Arrival>({ round: isArrival ? 1 : 0, at: 'heading' });
  return {
    step,
    isLast: step === lastStep,
    arrival,
    arrive: (at, to) => {
      setStep(Math.min(Math.max(to, 0), lastStep));
      setArrival(({ round }) => ({ round: round + 1, at }));
    },
  };
};
