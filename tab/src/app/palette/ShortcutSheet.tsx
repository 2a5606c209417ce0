import { Switch } from '@fluentui/react-components';
import { ClosableDialog } from '../../ui/dialogs/ClosableDialog.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import { shortcuts } from './shortcutTableAndKeyLookup.ts';
import css from './ShortcutSheet.module.css';

export interface SheetProps {
  readonly isOpen: boolean;
  readonly areOn: boolean;
  readonly onSwitch: (areOn: boolean) => void;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

/**
 * Lists the keyboard shortcuts. The reader can switch off the shortcuts of a single key, because speech input and other
 * assistive tools may press such keys unintentionally.
 */
export const ShortcutSheet = ({ isOpen, areOn, onSwitch, onClose, onGone }: SheetProps) => {
  const t = useTranslate();
  return (
    <ClosableDialog
      isOpen={isOpen}
      title={t('shortcuts.title')}
      surfaceClass={css.surface}
      onClose={onClose}
      onGone={onGone}
    >
      <table className={css.keys}>
        <thead>
          <tr>
            <th scope="col">{t('shortcuts.key')}</th>
            <th scope="col">{t('shortcuts.does')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <kbd className={css.key}>{t('shortcuts.paletteKeys')}</kbd>
            </td>
            <td>{t('shortcuts.palette')}</td>
          </tr>
          {shortcuts.map(({ key, labelKey }) => (
            <tr key={key} className={areOn ? undefined : css.off}>
              <td>
                <kbd className={css.key}>{key.toUpperCase()}</kbd>
              </td>
              <td>{t(labelKey)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Switch
        label={t('shortcuts.single')}
        checked={areOn}
        onChange={(_, { checked }) => {
          onSwitch(checked);
        }}
      />
      <p className={css.note}>{t('shortcuts.note')}</p>
    </ClosableDialog>
  );
};
