import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { Button, Field, Input, Select, Textarea } from '@fluentui/react-components';
import { minutesOfDuration } from '#contracts/core/parseAndFormatDuration.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MeetingName } from '../../../api/meetings/meetingNamesQuery.ts';
import foot from '../../../ui/display/ButtonRow.module.css';
import { DateInput } from '../../../ui/forms/DateInputWithCalendar.tsx';
import { Form } from '../../../ui/forms/Form.tsx';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { parseTypedDate } from '../../../ui/forms/parseTypedDate.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { TaskConflict } from './TaskConflict.tsx';
import { ConfirmDoubtfulTask } from './ConfirmDoubtfulTask.tsx';
import css from './EditTaskRow.module.css';
import { draftHours } from './taskDraftFaultsAndDoubts.ts';
import type { Edit } from './taskDraftFaultsAndDoubts.ts';
import type { Editing } from './useTaskEditing.ts';
import { hoursText } from '../formatHoursAndWeekDates.ts';

interface EditRowProps {
  readonly edit: Edit;
  readonly editing: Editing;
  readonly meetings: readonly MeetingName[];
  readonly today: LocalDate;
}

interface EditRowOfTable extends EditRowProps {
  readonly span: number;
}

/**
 * Returns the reports that the reader can choose: the existing ones, and the row's own report even if it was deleted.
 */
const choicesOf = ({ task }: Edit, meetings: readonly MeetingName[]): readonly Pick<MeetingName, 'id' | 'name'>[] => {
  const { meetingId, meetingName } = task ?? { meetingId: null, meetingName: null };
  if (meetingId === null || meetings.some(({ id }) => id === meetingId)) return meetings;
  return [...meetings, { id: meetingId, name: meetingName ?? '–' }];
};

const ReportField = ({ edit, editing, meetings }: EditRowProps) => {
  const t = useTranslate();
  const choices = choicesOf(edit, meetings);
  if (choices.length === 0) return null;
  return (
    <Field
      className={css.report}
      size="small"
      label={t('timesheet.report')}
      validationMessage={editing.faults.meetingId ?? null}
    >
      <Select
        value={edit.draft.meetingId}
        onChange={(_, { value }) => {
          editing.change({ meetingId: value });
        }}
      >
        <option value="">{t('timesheet.noReport')}</option>
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
};

/** Shows a field for a duration in any notation, and below it how the product reads the typed text. */
const TimeField = ({ edit, editing }: EditRowProps) => {
  const t = useTranslate();
  const minutes = minutesOfDuration(edit.draft.time);
  const read = minutes === undefined ? undefined : { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
  return (
    <Field
      className={css.time}
      size="small"
      label={t('timesheet.time')}
      hint={read === undefined ? t('timesheet.timeHint') : t('timesheet.timeRead', read)}
      validationMessage={editing.faults.time ?? null}
    >
      <Input
        className={css.input}
        data-time
        autoComplete="off"
        maxLength={12}
        value={edit.draft.time}
        onFocus={(event) => {
          event.currentTarget.select();
        }}
        onChange={(_, { value }) => {
          editing.change({ time: value });
        }}
      />
    </Field>
  );
};

const DayField = ({ edit, editing, today }: EditRowProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const { date } = edit.draft;
  const read = parseTypedDate(date, { locale, today });
  const change = (next: string): void => {
    if (next !== date) editing.change({ date: next });
  };
  return (
    <Field
      className={css.date}
      size="small"
      label={t('timesheet.date')}
      validationMessage={editing.faults.date ?? null}
    >
      <DateInput
        className={css.input}
        text={date}
        date={read ?? today}
        today={today}
        label={t('timesheet.date')}
        firstDay="monday"
        onText={change}
        onPick={change}
        onTyped={() => {
          if (read !== undefined) change(read);
        }}
      />
    </Field>
  );
};

const Fields = (props: EditRowProps) => {
  const t = useTranslate();
  const { edit, editing } = props;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.querySelector('textarea')?.focus();
  }, []);
  return (
    <div ref={place} className={css.fields}>
      <Field
        className={css.task}
        size="small"
        label={t('timesheet.task')}
        validationMessage={editing.faults.task ?? null}
      >
        <Textarea
          resize="vertical"
          value={edit.draft.task}
          onChange={(_, { value }) => {
            editing.change({ task: value });
          }}
        />
      </Field>
      <ReportField {...props} />
      <DayField {...props} />
      <TimeField {...props} />
    </div>
  );
};

interface FootProps extends Pick<EditRowProps, 'edit' | 'editing'> {
  /** Called if the reader wants to change the draft before saving it. */
  readonly onBack: () => void;
}

const EditFoot = ({ edit, editing, onBack }: FootProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const { state } = editing;
  if (state.kind === 'conflict')
    return <TaskConflict theirs={state.theirs} onMine={editing.saveMine} onTheirs={editing.cancel} />;
  if (state.kind === 'asking')
    return <ConfirmDoubtfulTask doubts={state.doubts} onSave={editing.saveAnyway} onBack={onBack} />;
  const hours = draftHours(edit.draft);
  const isSaving = state.kind === 'saving';
  return (
    <div className={foot.foot}>
      <Button type="submit" appearance="primary" disabledFocusable={isSaving}>
        {t('timesheet.save')}
      </Button>
      <Button disabledFocusable={isSaving} onClick={editing.cancel}>
        {t('common.cancel')}
      </Button>
      <output className={css.sum}>{hours === undefined ? '' : hoursText(hours, locale, t)}</output>
    </div>
  );
};

/** Shows a row of the table as a form. Enter saves the draft, Escape discards it. */
export const EditTaskRow = ({ span, ...props }: EditRowOfTable) => {
  const t = useTranslate();
  const { edit, editing } = props;
  const { state } = editing;
  const isDecided = state.kind !== 'conflict' && state.kind !== 'asking';
  const form = useRef<HTMLFormElement>(null);
  const goBack = (): void => {
    editing.goBack();
    form.current?.querySelector<HTMLElement>('[data-time]')?.focus();
  };
  const submit = (): void => {
    if (isDecided) editing.save();
  };
  const keys = (event: KeyboardEvent): void => {
    // Another part, such as the open calendar, has already handled this key.
    if (event.defaultPrevented) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      editing.cancel();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isDecided) {
      event.preventDefault();
      editing.save();
    }
  };
  return (
    <tr role="row" className={css.row}>
      <td role="cell" colSpan={span}>
        <Form
          ref={form}
          isRunning={state.kind === 'saving'}
          aria-label={t(edit.task === null ? 'timesheet.newTask' : 'timesheet.editTask')}
          onSubmit={submit}
          onKeyDown={keys}
        >
          <Fields {...props} />
          {state.kind === 'refused' && state.field === null && (
            <p className={css.failure} role="alert">
              {state.text}
            </p>
          )}
          <EditFoot edit={edit} editing={editing} onBack={goBack} />
        </Form>
      </td>
    </tr>
  );
};
