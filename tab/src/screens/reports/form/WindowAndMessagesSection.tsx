import { lazy } from 'react';
import { Field, Input } from '@fluentui/react-components';
import { limits, times } from '#contracts/core/limitsAndProductConstants.ts';
import { loadTexts } from '../../../ui/text/loadLazyTextsAndLanguage.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { BoundSwitch, BoundText } from './BoundTextAndSwitchFields.tsx';
import css from './Form.module.css';
import { useBound } from './formContextAndFieldBinding.ts';
import { LazySummaryEmailConsentList } from './LazySummaryEmailConsentList.tsx';

const WindowField = () => {
  const t = useTranslate();
  const minutes = useBound('reportSummaryTime');
  return (
    <Field
      label={t('form.window')}
      hint={t('form.windowHint')}
      validationMessage={minutes.fault}
      className={css.number}
      required
    >
      <Input
        type="number"
        min={times.windowMin}
        max={times.windowMax}
        step={5}
        // Removes the focus, because the mouse wheel would otherwise change the number in a focused field.
        onWheel={({ currentTarget }) => {
          currentTarget.blur();
        }}
        value={minutes.value === null ? '' : String(minutes.value)}
        onChange={(_, { value }) => {
          minutes.set(value === '' ? null : Number(value));
        }}
      />
    </Field>
  );
};

/**
 * Returns the reminders that fit into a window of this many minutes. Null = the field contains no number; all reminders
 * then count as fitting.
 */
const remindersOf = (minutes: number | null): 'NONE' | 'ONE' | 'BOTH' => {
  if (minutes === null || minutes >= times.bothRemindersFrom) return 'BOTH';
  return minutes < times.secondReminderBefore ? 'NONE' : 'ONE';
};

const Reminders = () => {
  const t = useTranslate();
  const { value: minutes } = useBound('reportSummaryTime');
  const { value: isOn } = useBound('isReminderEnabled');
  return (
    <section className={css.part} aria-label={t('form.reminders')}>
      <h3 className={css.heading}>{t('form.reminders')}</h3>
      <BoundSwitch
        name="isReminderEnabled"
        label={t('form.isReminderEnabled')}
        detail={t('form.isReminderDetail', { reminders: remindersOf(minutes) })}
      />
      {isOn && (
        <>
          <BoundText
            name="firstReminderMessage"
            label={t('form.firstReminder')}
            hint={t('form.reminderHint')}
            maxLength={limits.messageLength}
            isLong
          />
          <BoundText
            name="secondReminderMessage"
            label={t('form.secondReminder')}
            hint={t('form.reminderHint')}
            maxLength={limits.messageLength}
            isLong
          />
        </>
      )}
    </section>
  );
};

const ReportRules = lazy(async () => {
  const [module] = await Promise.all([import('./rules/BlockerAndAttentionRules.tsx'), loadTexts('reportRules')]);
  return { default: module.BlockerAndAttentionRules };
});

/**
 * All parts of the section appear together, when the last one has loaded, so that none of them moves the buttons below.
 */
export const WindowAndMessagesSection = () => {
  const t = useTranslate();
  return (
    <div className={css.fields}>
      <BoundText
        name="publicBroadcastMessage"
        label={t('form.broadcast')}
        hint={t('form.broadcastHint')}
        maxLength={limits.messageLength}
        isLong
      />
      <WindowField />
      <Reminders />
      <ReportRules />
      <section className={css.part} aria-label={t('form.summaries')}>
        <h3 className={css.heading}>{t('form.summaries')}</h3>
        <BoundSwitch name="isReportSummaryInChat" label={t('form.inChat')} />
        <BoundText
          name="reportSummaryEmail"
          label={t('form.emails')}
          hint={t('form.emailsHint')}
          maxLength={limits.summaryEmails * (limits.emailLength + 2)}
        />
        <LazySummaryEmailConsentList />
      </section>
    </div>
  );
};
