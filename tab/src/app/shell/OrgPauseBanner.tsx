import { Warning16Regular } from '@fluentui/react-icons/svg/warning';
import type { OrgPause } from '#contracts/core/orgPause.ts';
import { RouterLink } from '../../ui/display/RouterLink.tsx';
import { useWords } from '../../ui/text/words.ts';
import css from './BillingBanner.module.css';

interface OrgPauseBannerProps {
  readonly pause: OrgPause;
  readonly mayActivate: boolean;
}

/** Gives the reason why the organisation sends no prompts, and offers admins a way to change that. */
export const OrgPauseBanner = ({ pause, mayActivate }: OrgPauseBannerProps) => {
  const words = useWords();
  return (
    <aside className={css.urgent} aria-label={words('orgPause.label')}>
      <Warning16Regular />
      <span>{words(`orgPause.${pause}`)}</span>
      {mayActivate && <RouterLink to="/settings?tab=organization">{words('orgPause.settings')}</RouterLink>}
    </aside>
  );
};
