import { useState } from 'react';
import { Field, Select } from '@fluentui/react-components';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { useNameCheck } from '../../../api/meetings/reportFormQueriesAndSave.ts';
import { useChannels } from '../../../api/organisations/teamMembersAndChannelsQueries.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { BoundText } from './BoundTextAndSwitchFields.tsx';
import { WeekdaysField } from './WeekdaysField.tsx';
import css from './Form.module.css';
import { useBound, useSubject } from './formContextAndFieldBinding.ts';
import { TimeOfDayField } from './TimeOfDayField.tsx';
import { useDebounced } from './useDebounced.ts';
import { ReportTimezoneField } from './ReportTimezoneField.tsx';

// Copies of the contract's lists, because an import would add the contract's schemas to the code of every page with a
// form.
const intervals: readonly Meeting['interval'][] = ['WEEK', 'ALTWEEK', 'MONTH'];
const timeBases: readonly Meeting['timeBasis'][] = ['MEETING', 'MEMBER'];

const typingMs = 400;

const NameField = () => {
  const t = useTranslate();
  const { teamId, id, draftId } = useSubject();
  const { value } = useBound('name');
  // The name with which the form began. An existing report is not checked for it, because the report itself has this
  // name.
  const [first] = useState(value);
  const name = useDebounced(value.trim(), typingMs);
  const requested = name === first.trim() && id !== undefined ? '' : name;
  const check = useNameCheck({ teamId, name: requested, meetingId: id ?? draftId });
  const isSettled = name === value.trim();
  return (
    <BoundText
      name="name"
      label={t('form.name')}
      required
      maxLength={limits.nameLength}
      fault={isSettled && check === 'taken' ? t('error.MEETING_NAME_EXISTS') : null}
      warning={isSettled && check === 'failed' ? t('form.nameUnchecked') : null}
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
  const t = useTranslate();
  const interval = useBound('interval');
  return (
    <ChoiceOf
      label={t('form.interval')}
      value={interval.value}
      fault={interval.fault}
      choices={intervals.map((item) => [item, t(`form.interval${item}`)] as const)}
      onChange={interval.set}
    />
  );
};

const TimeBasisField = () => {
  const t = useTranslate();
  const basis = useBound('timeBasis');
  return (
    <ChoiceOf
      label={t('form.timeBasis')}
      value={basis.value}
      fault={basis.fault}
      choices={timeBases.map((timeBase) => [timeBase, t(`form.timeBasis${timeBase}`)] as const)}
      onChange={basis.set}
    />
  );
};

/**
 * Lets the reader choose the channel for the announcement and the summary. Renders nothing if the team has only one
 * channel.
 */
const ChannelField = () => {
  const t = useTranslate();
  const { teamId } = useSubject();
  const channel = useBound('channelId');
  const { data: channels = [] } = useChannels(teamId);
  if (channels.length < 2) return null;
  const choices = channels.map(({ id, name, isGeneral }) => [isGeneral ? '' : id, name] as const);
  const isKnown = choices.some(([id]) => id === (channel.value ?? ''));
  return (
    <ChoiceOf
      label={t('form.channel')}
      hint={t('form.channelHint')}
      // If the chosen channel was deleted, shows General, because the messages then go to General.
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
  readonly typeChoice?: TypeChoice;
}

const TypeField = ({ types, onType }: TypeChoice) => {
  const t = useTranslate();
  const type = useBound('type');
  return (
    <ChoiceOf
      label={t('form.type')}
      hint={t('form.typeHint')}
      value={type.value}
      fault={type.fault}
      choices={types.map((item) => [item, t(`meetingType.${item}`)] as const)}
      onChange={onType}
    />
  );
};

export const ReportDetailsSection = ({ typeChoice }: DetailsSectionProps) => {
  const type = useBound('type');
  return (
    <div className={css.fields}>
      <NameField />
      {typeChoice !== undefined && typeChoice.types.length > 1 && <TypeField {...typeChoice} />}
      <WeekdaysField />
      {type.value === 'RETRO' && <IntervalField />}
      <div className={css.pair}>
        <TimeOfDayField />
        <ReportTimezoneField />
      </div>
      <TimeBasisField />
      <ChannelField />
    </div>
  );
};
