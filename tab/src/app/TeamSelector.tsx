import { Select } from '@fluentui/react-components';
import { useTeam } from '../api/team.tsx';
import { useWords } from '../ui/words.ts';
import css from './TeamSelector.module.css';

interface TeamSelectorProps {
  /** How many teams it takes for the choice to be shown. */
  readonly from: number;
}

/** Which team everything is shown for; absent without teams. */
export const TeamSelector = ({ from }: TeamSelectorProps) => {
  const words = useWords();
  const team = useTeam();
  if (team.kind !== 'ready' || team.teams.length < from) return null;
  return (
    <Select
      className={css.select}
      aria-label={words('nav.team')}
      value={team.selected.id}
      onChange={(_, { value }) => {
        team.select(value);
      }}
    >
      {team.teams.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
};
