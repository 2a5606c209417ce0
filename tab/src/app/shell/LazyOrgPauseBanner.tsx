import { Suspense, lazy } from 'react';
import { useUserDetails } from '../../api/client/userDetailsAndOrgPauseCheck.ts';
import { loadTexts } from '../../ui/text/loadLazyTextsAndLanguage.ts';
import { useSurface } from '../../ui/display/pageHostContext.ts';

const OrgPauseBanner = lazy(() =>
  Promise.all([import('./OrgPauseBanner.tsx'), loadTexts('orgPause')]).then(([module]) => ({
    default: module.OrgPauseBanner,
  })),
);

/**
 * Shows on every page that the organisation sends no prompts. If a missing payment is the reason, only pages inside
 * Microsoft Teams show this banner, because in the browser the billing banner shows it.
 */
export const LazyOrgPauseBanner = () => {
  const { data: me } = useUserDetails();
  const { embedded } = useSurface();
  const pause = me?.orgPause ?? null;
  if (me === undefined || pause === null || (pause === 'READ_ONLY' && !embedded)) return null;
  const isAdmin = me.role === 'admin' || me.role === 'superadmin';
  return (
    <Suspense>
      <OrgPauseBanner pause={pause} mayActivate={isAdmin && pause === 'DEACTIVATED' && !embedded} />
    </Suspense>
  );
};
