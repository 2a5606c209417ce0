import { Select } from '@fluentui/react-components';
import { useTeam } from '../api/team.tsx';
import { useWords } from '../ui/words.ts';
import css from './TeamSelector.module.css';

/** Which team everything is shown for; absent without teams. */
export const TeamSelector = () => {
  const words = useWords();
  const team = useTeam();
  if (team.kind !== 'ready') return null;
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
