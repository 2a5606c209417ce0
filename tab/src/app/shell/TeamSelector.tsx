import { Select } from '@fluentui/react-components';
import { useTeam } from '../../api/organisations/selectedTeam.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './TeamSelector.module.css';

interface TeamSelectorProps {
  readonly from: number;
}

export const TeamSelector = ({ from }: TeamSelectorProps) => {
  const t = useTranslate();
  const team = useTeam();
  if (team.kind !== 'ready' || team.teams.length < from) return null;
  return (
    <Select
      className={css.select}
      aria-label={t('nav.team')}
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
