import { Button } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons/svg/add';
import { useWords } from '../../ui/text/words.ts';

interface AddButtonProps {
  /** Why no row can be added now. */
  readonly whyNot: string | undefined;
  readonly onAdd: () => void;
}

/** Begins a new row of a timesheet. */
export const AddButton = ({ whyNot, onAdd }: AddButtonProps) => {
  const words = useWords();
  return (
    <Button
      appearance="primary"
      icon={<Add20Regular />}
      data-adds
      disabledFocusable={whyNot !== undefined}
      title={whyNot}
      onClick={() => {
        if (whyNot === undefined) onAdd();
      }}
    >
      {words('timesheet.add')}
    </Button>
  );
};
