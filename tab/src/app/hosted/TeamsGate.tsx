import { Suspense, lazy, useEffect, useState, useSyncExternalStore } from 'react';
import { loadTexts } from '../../ui/text/lazyTexts.ts';
import { Loading } from '../shell/Loading.tsx';
import { useServices } from '../runtime/services.ts';
import { createSso } from '../runtime/sso.ts';

const SsoPanel = lazy(async () => {
  const [it] = await Promise.all([import('./SsoPanel.tsx'), loadTexts('teamsGate')]);
  return { default: it.SsoPanel };
});

/**
 * Replaces the reports in the chat tool until the reader is signed in: tries silent sign-in first, and shows a button if that
 * fails.
 */
export const TeamsGate = () => {
  const { api, host } = useServices();
  const [sso] = useState(() => createSso({ ...api, host }));
  const state = useSyncExternalStore(sso.subscribe, sso.state);
  useEffect(() => {
    void sso.signIn('SILENT');
  }, [sso]);
  if (state.kind !== 'failed') return <Loading />;
  return (
    <Suspense fallback={<Loading />}>
      <SsoPanel fault={state} signIn={(how) => void sso.signIn(how)} />
    </Suspense>
  );
};
