import { ErrorCircle12Filled } from '@fluentui/react-icons/svg/error-circle';
import css from './Form.module.css';

interface FaultTextProps {
  readonly id?: string;
  readonly text: string | null;
}

/** Shows the error of a group of controls in the style of Fluent's error for a single control. */
export const FieldGroupError = ({ id, text }: FaultTextProps) =>
  text === null ? null : (
    <div id={id} role="alert" className={css.fault}>
      <ErrorCircle12Filled aria-hidden="true" />
      {text}
    </div>
  );
