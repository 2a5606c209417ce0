import { Button, Field, Input } from '@fluentui/react-components';
import { Delete20Regular } from '@fluentui/react-icons/svg/delete';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { LinkPattern, LinkPatternFault } from '#contracts/core/linkPatternFaultsAndPresets.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import css from './LinkPatternSettings.module.css';
import { exampleOf } from './linkPatternFaultsAndExample.ts';
import type { RowFaults } from './linkPatternFaultsAndExample.ts';

interface RowProps {
  readonly number: number;
  readonly pattern: LinkPattern;
  /**
   * Faults of the two fields. Undefined until the first check, so that no error appears while the admin still types.
   */
  readonly faults: RowFaults | undefined;
  readonly onChange: (pattern: LinkPattern) => void;
  readonly onRemove: () => void;
}

/**
 * Shows an example of a text that the typed pattern turns into a link. Renders nothing while the pattern is invalid.
 */
const Example = ({ pattern }: { readonly pattern: LinkPattern }) => {
  const t = useTranslate();
  const example = exampleOf(pattern);
  if (example === undefined) return null;
  return (
    <p className={css.note}>
      {t('organizationTab.linksExample')}{' '}
      <a href={example.url} target="_blank" rel="noopener noreferrer" className={css.link}>
        {example.text}
      </a>{' '}
      <span className={css.target}>{example.url}</span>
    </p>
  );
};

export const LinkPatternRow = ({ number, pattern, faults, onChange, onRemove }: RowProps) => {
  const t = useTranslate();
  const { prefix, url } = pattern;
  const textOf = (fault: LinkPatternFault | undefined) => (fault === undefined ? null : t(fault));
  return (
    <div role="group" aria-label={t('organizationTab.linksPattern', { number })} className={css.row}>
      <Field label={t('organizationTab.linksPrefix')} validationMessage={textOf(faults?.prefix)}>
        <Input
          dir="ltr"
          autoComplete="off"
          required
          maxLength={limits.linkPrefixLength}
          value={prefix}
          onChange={(_, { value }) => {
            onChange({ prefix: value, url });
          }}
        />
      </Field>
      <Field
        label={t('organizationTab.linksUrl')}
        hint={t('organizationTab.linksUrlHint')}
        validationMessage={textOf(faults?.url)}
      >
        <Input
          dir="ltr"
          type="url"
          autoComplete="off"
          required
          maxLength={limits.linkUrlLength}
          value={url}
          onChange={(_, { value }) => {
            onChange({ prefix, url: value });
          }}
        />
      </Field>
      <Example pattern={pattern} />
      <Button
        className={css.remove}
        icon={<Delete20Regular />}
        aria-label={
          prefix.trim() === ''
            ? t('organizationTab.linksRemoveEmpty', { number })
            : t('organizationTab.linksRemove', { prefix: prefix.trim() })
        }
        onClick={onRemove}
      />
    </div>
  );
};
