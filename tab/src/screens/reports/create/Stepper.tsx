import { Checkmark16Filled } from '@fluentui/react-icons/svg/checkmark';
import { ErrorCircle16Filled } from '@fluentui/react-icons/svg/error-circle';
import { useWords } from '../../../ui/words.ts';
import { sectionNames } from '../form/checking.ts';
import type { SectionName } from '../form/checking.ts';
import css from './Stepper.module.css';

export const stepKeys = {
  details: 'wizard.stepDetails',
  members: 'wizard.stepMembers',
  questions: 'wizard.stepQuestions',
  settings: 'wizard.stepSettings',
} as const satisfies Readonly<Record<SectionName, string>>;

interface StepperProps {
  readonly step: number;
  readonly faulty: ReadonlySet<SectionName>;
  /** Back to a step that has been passed. */
  readonly onGo: (step: number) => void;
}

type Looks = 'done' | 'faulty' | 'current' | 'ahead';

const Sign = ({ looks, number }: { readonly looks: Looks; readonly number: number }) => (
  <span className={`${css.sign ?? ''} ${css[looks] ?? ''}`} aria-hidden="true">
    {looks === 'done' && <Checkmark16Filled />}
    {looks === 'faulty' && <ErrorCircle16Filled />}
    {(looks === 'current' || looks === 'ahead') && number}
  </span>
);

const looksOf = (at: number, step: number, isFaulty: boolean): Looks => {
  if (at === step) return 'current';
  if (isFaulty) return 'faulty';
  return at < step ? 'done' : 'ahead';
};

/** Where in the four steps one is; those passed lead back. */
export const Stepper = ({ step, faulty, onGo }: StepperProps) => {
  const words = useWords();
  return (
    <ol className={css.steps} aria-label={words('wizard.steps')}>
      {sectionNames.map((name, at) => {
        const looks = looksOf(at, step, faulty.has(name));
        const label = (
          <>
            <Sign looks={looks} number={at + 1} />
            <span className={css.label}>{words(stepKeys[name])}</span>
            {looks === 'done' && <span className={css.hidden}>{words('wizard.doneStep')}</span>}
            {looks === 'faulty' && <span className={css.hidden}>{words('wizard.faultyStep')}</span>}
          </>
        );
        return (
          <li key={name} className={css.step} {...(at === step ? { 'aria-current': 'step' } : {})}>
            {at < step ? (
              <button
                type="button"
                className={css.back}
                onClick={() => {
                  onGo(at);
                }}
              >
                {label}
              </button>
            ) : (
              <span className={css.place}>{label}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
};
