import { Suspense, lazy } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { Field, Switch } from '@fluentui/react-components';
import { useFormContext } from 'react-hook-form';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { QuestionType } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { useTranslate } from '../../../../ui/text/translate.ts';
import { BoundSwitch, BoundText } from '../BoundTextAndSwitchFields.tsx';
import { useBound } from '../formContextAndFieldBinding.ts';
import css from './QuestionsSection.module.css';
import type { MeetingForm } from '../formValuesAndSaveInput.ts';

export interface QuestionPartProps {
  /** Index of the question in the form. */
  readonly at: number;
  readonly onTimesheet: (isOn: boolean) => void;
}

const OptionsEditor = lazy(() => import('./OptionsEditor.tsx').then((module) => ({ default: module.OptionsEditor })));

/**
 * Shows the options of a question. Most reports have no such question, so the editor loads when the first one needs it.
 */
const Options = (props: ComponentProps<typeof OptionsEditor>) => {
  const { getValues } = useFormContext<MeetingForm>();
  // The placeholder is as high as the editor, so that the questions below do not move when the editor appears.
  const space = (
    <div className={css.optionsSpace}>
      {getValues(`questions.${props.question}.options`).map((_, index) => (
        <div key={index} className={css.optionSpace} />
      ))}
    </div>
  );
  return (
    <Suspense fallback={space}>
      <OptionsEditor {...props} />
    </Suspense>
  );
};

const BlockerSwitch = ({ at, detail }: Pick<QuestionPartProps, 'at'> & { readonly detail: string }) => {
  const t = useTranslate();
  return <BoundSwitch name={`questions.${at}.isBlocker`} label={t('form.isBlocker')} detail={detail} />;
};

const TextPart = ({ at, onTimesheet }: QuestionPartProps) => {
  const t = useTranslate();
  const timesheet = useBound(`questions.${at}.isTimesheetQuestion`);
  return (
    <>
      <Field className={css.switch} hint={t('form.isTimesheetDetail')} validationMessage={timesheet.fault}>
        <Switch
          label={t('form.isTimesheet')}
          checked={timesheet.value}
          onChange={(_, { checked }) => {
            onTimesheet(checked);
          }}
        />
      </Field>
      {!timesheet.value && <BlockerSwitch at={at} detail={t('form.isBlockerText')} />}
    </>
  );
};

const OptionsPart = ({ at }: QuestionPartProps) => {
  const t = useTranslate();
  const { value: isBlocker } = useBound(`questions.${at}.isBlocker`);
  return (
    <>
      <Options question={at} most={limits.options} canBlock={isBlocker} />
      <BlockerSwitch at={at} detail={t('form.isBlockerDetail')} />
    </>
  );
};

const ScalePart = ({ at }: QuestionPartProps) => {
  const t = useTranslate();
  const maxLength = limits.scaleLabelLength;
  return (
    <div className={css.line}>
      <div className={css.half}>
        <BoundText name={`questions.${at}.lowLabel`} label={t('form.scaleLow')} maxLength={maxLength} required />
      </div>
      <div className={css.half}>
        <BoundText name={`questions.${at}.highLabel`} label={t('form.scaleHigh')} maxLength={maxLength} required />
      </div>
    </div>
  );
};

const NumberPart = ({ at }: QuestionPartProps) => {
  const t = useTranslate();
  return (
    <div className={css.unit}>
      <BoundText
        name={`questions.${at}.unit`}
        label={t('form.unit')}
        hint={t('form.unitHint')}
        maxLength={limits.unitLength}
      />
    </div>
  );
};

const MultiplePart = ({ at }: QuestionPartProps) => (
  <Options question={at} most={limits.multipleOptions} canBlock={false} />
);

/** The component that shows the fields of each question type; null = the type has no fields of its own. */
export const questionTypeFields: Readonly<Record<QuestionType, ((props: QuestionPartProps) => ReactNode) | null>> = {
  TEXT: TextPart,
  OPTIONS: OptionsPart,
  SCALE: ScalePart,
  NUMBER: NumberPart,
  MULTIPLE: MultiplePart,
  DATE: null,
};
