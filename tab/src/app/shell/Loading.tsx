import { Wait } from '../../ui/display/Wait.tsx';
import css from './Loading.module.css';

export const Loading = () => (
  <div className={css.wait}>
    <Wait />
  </div>
);
