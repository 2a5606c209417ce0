import { Checkmark16Filled } from '@fluentui/react-icons/svg/checkmark';
import { ErrorCircle16Filled } from '@fluentui/react-icons/svg/error-circle';
import { useTranslate } from '../../../ui/text/translate.ts';
import { sectionNames } from '../form/formSectionsAndChecks.ts';
import type { SectionName } from '../form/formSectionsAndChecks.ts';
import hidden from '../../../ui/display/ScreenReaderOnly.module.css';
import css from './WizardStepper.module.css';

export const stepKeys = {
  details: 'wizard.stepDetails',
  members: 'wizard.stepMembers',
  questions: 'wizard.stepQuestions',
  settings: 'wizard.stepSettings',
} as const satisfies Readonly<Record<SectionName, string>>;

interface StepperProps {
  readonly step: number;
  readonly faulty: ReadonlySet<SectionName>;
  /** Sections that lack a value which Done requires; see `useIncompleteSections`. */
  readonly incomplete: ReadonlySet<SectionName>;
  /** Opens a step. Only earlier steps can be opened directly, because Next must first check the fields of each step. */
  readonly onGo: (step: number) => void;
}

type StepStyle = 'done' | 'faulty' | 'current' | 'ahead' | 'incomplete';

const Sign = ({ style, number }: { readonly style: StepStyle; readonly number: number }) => (
  <span className={`${css.sign ?? ''} ${css[style] ?? ''}`} aria-hidden="true">
    {style === 'done' && <Checkmark16Filled />}
    {style === 'faulty' && <ErrorCircle16Filled />}
    {(style === 'current' || style === 'ahead' || style === 'incomplete') && number}
  </span>
);

const styleOf = (
  at: number,
  name: SectionName,
  { step, faulty, incomplete }: Pick<StepperProps, 'step' | 'faulty' | 'incomplete'>,
): StepStyle => {
  if (at === step) return 'current';
  if (faulty.has(name)) return 'faulty';
  if (at > step) return 'ahead';
  return incomplete.has(name) ? 'incomplete' : 'done';
};

/** Shows the four steps of the wizard. Each earlier step is a button that opens the step again. */
export const WizardStepper = ({ step, faulty, incomplete, onGo }: StepperProps) => {
  const t = useTranslate();
  return (
    <ol className={css.steps} aria-label={t('wizard.steps')}>
      {sectionNames.map((name, index) => {
        const style = styleOf(index, name, { step, faulty, incomplete });
        const label = (
          <>
            <Sign style={style} number={index + 1} />
            <span className={css.label}>{t(stepKeys[name])}</span>
            {style === 'done' && <span className={hidden.unseen}>{t('wizard.doneStep')}</span>}
            {style === 'incomplete' && <span className={hidden.unseen}>{t('wizard.incompleteStep')}</span>}
            {style === 'faulty' && <span className={hidden.unseen}>{t('wizard.faultyStep')}</span>}
          </>
        );
        return (
          <li key={name} className={css.step} {...(index === step ? { 'aria-current': 'step' } : {})}>
            {index < step ? (
              <button
                type="button"
                className={css.back}
                onClick={() => {
                  onGo(index);
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
