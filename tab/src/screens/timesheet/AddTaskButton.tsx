import { Button } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons/svg/add';
import { useTranslate } from '../../ui/text/translate.ts';

interface AddButtonProps {
  /** Reason why the reader cannot add a row now; undefined = the reader can. */
  readonly whyNot: string | undefined;
  readonly onAdd: () => void;
}

export const AddTaskButton = ({ whyNot, onAdd }: AddButtonProps) => {
  const t = useTranslate();
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
      {t('timesheet.add')}
    </Button>
  );
};
