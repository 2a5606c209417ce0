import { Spinner } from '@fluentui/react-components';
import { useWords } from '../ui/words.ts';
import css from './Loading.module.css';

export const Loading = () => (
  <div className={css.wait}>
    <Spinner label={useWords()('common.loading')} labelPosition="below" />
  </div>
);
