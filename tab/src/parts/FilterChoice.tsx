import { Select } from '@fluentui/react-components';
import css from './FilterChoice.module.css';

export type FilterOptions = readonly (readonly [value: string, text: string])[];

interface FilterChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: FilterOptions;
  /** Further options, which the list shows below the others under their own heading. */
  readonly group?: { readonly label: string; readonly options: FilterOptions };
  readonly onChange: (value: string) => void;
}

const optionElements = (options: FilterOptions) =>
  options.map(([option, text]) => (
    <option key={option} value={option}>
      {text}
    </option>
  ));

/** Shows a labelled list from which the reader chooses one value of a filter. */
export const FilterChoice = ({ label, value, options, group, onChange }: FilterChoiceProps) => (
  <label className={css.choice}>
    <span className={css.label}>{label}</span>
    <Select
      className={css.select ?? ''}
      value={value}
      onChange={(_, { value: chosen }) => {
        onChange(chosen);
      }}
    >
      {optionElements(options)}
      {group !== undefined && group.options.length > 0 && (
        <optgroup label={group.label}>{optionElements(group.options)}</optgroup>
      )}
    </Select>
  </label>
);
