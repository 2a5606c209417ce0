import { Field, Input } from '@fluentui/react-components';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { useTranslate } from '../../../../ui/text/translate.ts';
import css from '../Form.module.css';
import { useBound } from '../formContextAndFieldBinding.ts';

interface DaysProps {
  readonly name: 'blockerReminderDays' | 'blockerEscalationDays';
}

const Days = ({ name }: DaysProps) => {
  const t = useTranslate();
  const days = useBound(name);
  return (
    <Field label={t(`rules.${name}`)} validationMessage={days.fault} className={css.number}>
      <Input
        type="number"
        min={0}
        max={limits.blockerReminderDays}
        // Removes the focus, because the mouse wheel would otherwise change the number in a focused field.
        onWheel={({ currentTarget }) => {
          currentTarget.blur();
        }}
        value={days.value === null ? '' : String(days.value)}
        onChange={(_, { value }) => {
          days.set(value === '' ? null : Number(value));
        }}
      />
    </Field>
  );
};

/**
 * Shows the fields for reminders of open blockers. Renders nothing if no question of the report asks about blockers.
 */
export const BlockerRemindersPart = () => {
  const t = useTranslate();
  const { value: questions } = useBound('questions');
  if (!questions.some(({ isBlocker }) => isBlocker)) return null;
  return (
    <section className={css.part} aria-label={t('rules.blockers')}>
      <h3 className={css.heading}>{t('rules.blockers')}</h3>
      <p>{t('rules.blockersText')}</p>
      <Days name="blockerReminderDays" />
      <Days name="blockerEscalationDays" />
    </section>
  );
};
