import { Suspense, lazy, useEffect, useState, useSyncExternalStore } from 'react';
import { loadTexts } from '../../ui/text/loadLazyTextsAndLanguage.ts';
import { PageLoading } from '../shell/PageLoading.tsx';
import { useServices } from '../runtime/appServices.ts';
import { createSso } from '../runtime/teamsSso.ts';

const SsoPanel = lazy(async () => {
  const [module] = await Promise.all([import('./SsoFailurePanel.tsx'), loadTexts('teamsGate')]);
  return { default: module.SsoFailurePanel };
});

/**
 * Replaces the reports inside Microsoft Teams until the reader is signed in. Tries silent sign-in first; if this fails,
 * shows a panel with a button.
 */
export const TeamsSignInGate = () => {
  const { api, host } = useServices();
  const [sso] = useState(() => createSso({ ...api, host }));
  const state = useSyncExternalStore(sso.subscribe, sso.state);
  useEffect(() => {
    void sso.signIn('SILENT');
  }, [sso]);
  if (state.kind !== 'failed') return <PageLoading />;
  return (
    <Suspense fallback={<PageLoading />}>
      <SsoPanel fault={state} signIn={(how) => void sso.signIn(how)} />
    </Suspense>
  );
};
