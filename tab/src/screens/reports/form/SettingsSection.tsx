import { Field, Input } from '@fluentui/react-components';
import { limits, times } from '#contracts/core/limits.ts';
import { useWords } from '../../../ui/text/words.ts';
import { BoundSwitch, BoundText } from './BoundFields.tsx';
import css from './Form.module.css';
import { useBound } from './formContext.ts';
import { SummaryEmails } from './SummaryEmails.tsx';

const WindowField = () => {
  const words = useWords();
  const minutes = useBound('reportSummaryTime');
  return (
    <Field
      label={words('form.window')}
      hint={words('form.windowHint')}
      validationMessage={minutes.fault}
      className={css.number}
      required
    >
      <Input
        type="number"
        min={times.windowMin}
        max={times.windowMax}
        step={5}
        // The mouse wheel over the field would change the number.
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

/** Returns the reminders that fit into a window of so many minutes; null = no number yet. */
const remindersOf = (minutes: number | null): 'NONE' | 'ONE' | 'BOTH' => {
  if (minutes === null || minutes >= times.bothRemindersFrom) return 'BOTH';
  return minutes < times.secondReminderBefore ? 'NONE' : 'ONE';
};

const Reminders = () => {
  const words = useWords();
  const { value: minutes } = useBound('reportSummaryTime');
  const { value: isOn } = useBound('isReminderEnabled');
  return (
    <section className={css.part} aria-label={words('form.reminders')}>
      <h3 className={css.heading}>{words('form.reminders')}</h3>
      <BoundSwitch
        name="isReminderEnabled"
        label={words('form.isReminderEnabled')}
        detail={words('form.isReminderDetail', { reminders: remindersOf(minutes) })}
      />
      {isOn && (
        <>
          <BoundText
            name="firstReminderMessage"
            label={words('form.firstReminder')}
            hint={words('form.reminderHint')}
            maxLength={limits.messageLength}
            isLong
          />
          <BoundText
            name="secondReminderMessage"
            label={words('form.secondReminder')}
            hint={words('form.reminderHint')}
            maxLength={limits.messageLength}
            isLong
          />
        </>
      )}
    </section>
  );
};

/** The settings of the announcement, the window, the reminders and the summary. */
export const SettingsSection = () => {
  const words = useWords();
  return (
    <div className={css.fields}>
      <BoundText
        name="publicBroadcastMessage"
        label={words('form.broadcast')}
        hint={words('form.broadcastHint')}
        maxLength={limits.messageLength}
        isLong
      />
      <WindowField />
      <Reminders />
      <section className={css.part} aria-label={words('form.summaries')}>
        <h3 className={css.heading}>{words('form.summaries')}</h3>
        <BoundSwitch name="isReportSummaryInChat" label={words('form.inChat')} />
        <BoundText
          name="reportSummaryEmail"
          label={words('form.emails')}
          hint={words('form.emailsHint')}
          maxLength={limits.summaryEmails * (limits.emailLength + 2)}
        />
        <SummaryEmails />
      </section>
    </div>
  );
};
