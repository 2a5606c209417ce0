import { Warning16Regular } from '@fluentui/react-icons/svg/warning';
import type { OrgPause } from '#contracts/core/actionsDuringOrgPause.ts';
import { AppLink } from '../../ui/display/AppLink.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './BillingBanner.module.css';

interface OrgPauseBannerProps {
  readonly pause: OrgPause;
  readonly mayActivate: boolean;
}

/**
 * Shows the reason why the organisation sends no prompts. Admins who may activate the organisation also see a link to
 * the settings.
 */
export const OrgPauseBanner = ({ pause, mayActivate }: OrgPauseBannerProps) => {
  const t = useTranslate();
  return (
    <aside className={css.urgent} aria-label={t('orgPause.label')}>
      <Warning16Regular />
      <span>{t(`orgPause.${pause}`)}</span>
      {mayActivate && <AppLink to="/settings?tab=organization">{t('orgPause.settings')}</AppLink>}
    </aside>
  );
};
