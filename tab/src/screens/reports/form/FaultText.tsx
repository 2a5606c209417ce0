import { ErrorCircle12Filled } from '@fluentui/react-icons/svg/error-circle';
import css from './Form.module.css';

interface FaultTextProps {
  readonly id?: string;
  readonly text: string | null;
}

/** What is wrong with a group of controls, looking like what Fluent says of a single one. */
export const FaultText = ({ id, text }: FaultTextProps) =>
  text === null ? null : (
    <div id={id} role="alert" className={css.fault}>
      <ErrorCircle12Filled aria-hidden="true" />
      {text}
    </div>
  );
