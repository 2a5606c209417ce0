import { useState } from 'react';
import { sectionNames } from '../form/checking.ts';

/** Where the focus goes when the page has changed: +1 in `round` each time. */
export interface Arrival {
  readonly round: number;
  readonly at: 'heading' | 'fault';
}

export interface Steps {
  readonly step: number;
  readonly isLast: boolean;
  readonly arrival: Arrival;
  /** Goes to a step, to its heading or to the first thing that is wrong in it. */
  readonly arrive: (at: Arrival['at'], to: number) => void;
}

const lastStep = sectionNames.length - 1;

/** Steps 0 to 3, and the arrival of the focus at each. */
export const useSteps = (first: number): Steps => {
  const [step, setStep] = useState(Math.min(Math.max(first, 0), lastStep));
  const [arrival, setArrival] = useState<Arrival>({ round: 0, at: 'heading' });
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
