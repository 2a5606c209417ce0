import { WaitSpinner } from '../../ui/display/WaitSpinner.tsx';
import css from './PageLoading.module.css';

export const PageLoading = () => (
  <div className={css.wait}>
    <WaitSpinner />
  </div>
);
