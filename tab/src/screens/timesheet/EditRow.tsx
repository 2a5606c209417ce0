import { useEffect, useRef } from 'react';
import type { KeyboardEvent, SubmitEvent } from 'react';
import { Button, Field, Input, Select, Textarea } from '@fluentui/react-components';
import type { LocalDate } from '#contracts/ids.ts';
import type { MeetingName } from '../../api/queries.ts';
import foot from '../../ui/Foot.module.css';
import { useReader } from '../../ui/reader.ts';
import { useWords } from '../../ui/words.ts';
import { Conflict } from './Conflict.tsx';
import css from './EditRow.module.css';
import { draftHours } from './taskForm.ts';
import type { Edit, TaskField } from './taskForm.ts';
import type { Editing } from './useEditing.ts';
import { hoursText } from './words.ts';

interface EditRowProps {
  readonly edit: Edit;
  readonly editing: Editing;
  readonly meetings: readonly MeetingName[];
  /** No task is after it. */
  readonly today: LocalDate;
}

interface EditRowOfTable extends EditRowProps {
  /** Columns of the table, all of which it takes. */
  readonly span: number;
}

/** The reports a row may be of: those there are, and the one it is of when that is gone. */
const choicesOf = ({ task }: Edit, meetings: readonly MeetingName[]): readonly Pick<MeetingName, 'id' | 'name'>[] => {
  const { meetingId, meetingName } = task ?? { meetingId: null, meetingName: null };
  if (meetingId === null || meetings.some(({ id }) => id === meetingId)) return meetings;
  return [...meetings, { id: meetingId, name: meetingName ?? '–' }];
};

const ReportField = ({ edit, editing, meetings }: EditRowProps) => {
  const words = useWords();
  const choices = choicesOf(edit, meetings);
  if (choices.length === 0) return null;
  return (
    <Field
      className={css.report}
      size="small"
      label={words('timesheet.report')}
      validationMessage={editing.faults.meetingId ?? null}
    >
      <Select
        value={edit.draft.meetingId}
        onChange={(_, { value }) => {
          editing.change({ meetingId: value });
        }}
      >
        <option value="">{words('timesheet.noReport')}</option>
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
};

interface ShortFieldProps extends EditRowProps {
  readonly field: Extract<TaskField, 'hours' | 'minutes'>;
}

const NumberField = ({ field, edit, editing }: ShortFieldProps) => {
  const words = useWords();
  return (
    <Field
      className={css.number}
      size="small"
      label={words(field === 'hours' ? 'timesheet.hoursField' : 'timesheet.minutesField')}
      validationMessage={editing.faults[field] ?? null}
    >
      <Input
        className={css.input}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={edit.draft[field]}
        onFocus={(event) => {
          event.currentTarget.select();
        }}
        onChange={(_, { value }) => {
          editing.change({ [field]: value });
        }}
      />
    </Field>
  );
};

const Fields = (props: EditRowProps) => {
  const words = useWords();
  const { edit, editing, today } = props;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.querySelector('textarea')?.focus();
  }, []);
  return (
    <div ref={place} className={css.fields}>
      <Field
        className={css.task}
        size="small"
        label={words('timesheet.task')}
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
      <Field
        className={css.date}
        size="small"
        label={words('timesheet.date')}
        validationMessage={editing.faults.date ?? null}
      >
        <Input
          className={css.input}
          type="date"
          max={today}
          value={edit.draft.date}
          onChange={(_, { value }) => {
            editing.change({ date: value });
          }}
        />
      </Field>
      <NumberField {...props} field="hours" />
      <NumberField {...props} field="minutes" />
    </div>
  );
};

/** A row while it is edited, in its place in the table. Enter saves, Escape drops what was typed. */
export const EditRow = ({ span, ...props }: EditRowOfTable) => {
  const words = useWords();
  const { locale } = useReader();
  const { edit, editing } = props;
  const { state } = editing;
  const hours = draftHours(edit.draft);
  const isSaving = state.kind === 'saving';
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (state.kind !== 'conflict') editing.save();
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.preventDefault();
      editing.cancel();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && state.kind !== 'conflict') {
      event.preventDefault();
      editing.save();
    }
  };
  return (
    <tr role="row" className={css.row}>
      <td role="cell" colSpan={span}>
        <form
          noValidate
          aria-label={words(edit.task === null ? 'timesheet.newTask' : 'timesheet.editTask')}
          onSubmit={submit}
          onKeyDown={keys}
        >
          <Fields {...props} />
          {state.kind === 'refused' && state.field === null && (
            <p className={css.failure} role="alert">
              {state.text}
            </p>
          )}
          {state.kind === 'conflict' ? (
            <Conflict theirs={state.theirs} onMine={editing.saveMine} onTheirs={editing.cancel} />
          ) : (
            <div className={foot.foot}>
              <Button type="submit" appearance="primary" disabledFocusable={isSaving}>
                {words('timesheet.save')}
              </Button>
              <Button disabledFocusable={isSaving} onClick={editing.cancel}>
                {words('common.cancel')}
              </Button>
              <output className={css.sum}>{hours === undefined ? '' : hoursText(hours, locale, words)}</output>
            </div>
          )}
        </form>
      </td>
    </tr>
  );
};
