import { useState } from 'react';
import { Field, Select } from '@fluentui/react-components';
import { limits } from '#contracts/core/limits.ts';
import type { Meeting } from '#contracts/meetings/meeting.ts';
import { useChannels, useNameCheck } from '../../../api/meetings/reportForm.ts';
import { useWords } from '../../../ui/text/words.ts';
import { BoundText } from './BoundFields.tsx';
import { DaysField } from './DaysField.tsx';
import css from './Form.module.css';
import { useBound, useSubject } from './formContext.ts';
import { TimeField } from './TimeField.tsx';
import { useDebounced } from './useDebounced.ts';
import { ZoneField } from './ZoneField.tsx';

// Copies of the contract's lists: an import would add the schemas to every page that shows a form.
const intervals: readonly Meeting['interval'][] = ['WEEK', 'ALTWEEK', 'MONTH'];
const timeBases: readonly Meeting['timeBasis'][] = ['MEETING', 'MEMBER'];

const typingMs = 400;

const NameField = () => {
  const words = useWords();
  const { teamId, id, draftId } = useSubject();
  const { value } = useBound('name');
  // A name that was there when the form opened needs no check.
  const [first] = useState(value);
  const name = useDebounced(value.trim(), typingMs);
  const asked = name === first.trim() && id !== undefined ? '' : name;
  const check = useNameCheck({ teamId, name: asked, meetingId: id ?? draftId });
  const isSettled = name === value.trim();
  return (
    <BoundText
      name="name"
      label={words('form.name')}
      required
      maxLength={limits.nameLength}
      fault={isSettled && check === 'taken' ? words('error.MEETING_NAME_EXISTS') : null}
      warning={isSettled && check === 'failed' ? words('form.nameUnchecked') : null}
    />
  );
};

interface BoundSelectProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly fault?: string | null;
  readonly hint?: string;
  readonly choices: readonly (readonly [T, string])[];
  readonly onChange: (value: T) => void;
}

const ChoiceOf = <T extends string>({ label, value, fault, hint, choices, onChange }: BoundSelectProps<T>) => (
  <Field className={css.choice} label={label} hint={hint ?? null} validationMessage={fault ?? null}>
    <Select
      value={value}
      onChange={(_, data) => {
        const chosen = choices.find(([id]) => id === data.value);
        if (chosen !== undefined) onChange(chosen[0]);
      }}
    >
      {choices.map(([id, text]) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </Select>
  </Field>
);

const IntervalField = () => {
  const words = useWords();
  const interval = useBound('interval');
  return (
    <ChoiceOf
      label={words('form.interval')}
      value={interval.value}
      fault={interval.fault}
      choices={intervals.map((item) => [item, words(`form.interval${item}`)] as const)}
      onChange={interval.set}
    />
  );
};

const TimeBasisField = () => {
  const words = useWords();
  const basis = useBound('timeBasis');
  return (
    <ChoiceOf
      label={words('form.timeBasis')}
      value={basis.value}
      fault={basis.fault}
      choices={timeBases.map((timeBase) => [timeBase, words(`form.timeBasis${timeBase}`)] as const)}
      onChange={basis.set}
    />
  );
};

/** Selects the channel for the announcement and the summary. Shown only if the team has several channels. */
const ChannelField = () => {
  const words = useWords();
  const { teamId } = useSubject();
  const channel = useBound('channelId');
  const { data: channels = [] } = useChannels(teamId);
  if (channels.length < 2) return null;
  const choices = channels.map(({ id, name, isGeneral }) => [isGeneral ? '' : id, name] as const);
  const isKnown = choices.some(([id]) => id === (channel.value ?? ''));
  return (
    <ChoiceOf
      label={words('form.channel')}
      hint={words('form.channelHint')}
      // A deleted channel is replaced by General, as for the summary.
      value={isKnown ? (channel.value ?? '') : ''}
      fault={channel.fault}
      choices={choices}
      onChange={(id) => {
        channel.set(id === '' ? null : id);
      }}
    />
  );
};

interface TypeChoice {
  readonly types: readonly Meeting['type'][];
  readonly onType: (type: Meeting['type']) => void;
}

interface DetailsSectionProps {
  /** Set while the type can still be changed. */
  readonly typeChoice?: TypeChoice;
}

const TypeField = ({ types, onType }: TypeChoice) => {
  const words = useWords();
  const type = useBound('type');
  return (
    <ChoiceOf
      label={words('form.type')}
      hint={words('form.typeHint')}
      value={type.value}
      fault={type.fault}
      choices={types.map((item) => [item, words(`meetingType.${item}`)] as const)}
      onChange={onType}
    />
  );
};

/** The first section of the form: the report's name and schedule. */
export const DetailsSection = ({ typeChoice }: DetailsSectionProps) => {
  const type = useBound('type');
  return (
    <div className={css.fields}>
      <NameField />
      {typeChoice !== undefined && typeChoice.types.length > 1 && <TypeField {...typeChoice} />}
      <DaysField />
      {type.value === 'RETRO' && <IntervalField />}
      <div className={css.pair}>
        <TimeField />
        <ZoneField />
      </div>
      <TimeBasisField />
      <ChannelField />
    </div>
  );
};
