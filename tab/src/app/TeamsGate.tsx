import { Suspense, lazy, useEffect, useState, useSyncExternalStore } from 'react';
import { loadTexts } from '../ui/lazyTexts.ts';
import { Loading } from './Loading.tsx';
import { useServices } from './services.ts';
import { createSso } from './sso.ts';

const SsoPanel = lazy(async () => {
  const [it] = await Promise.all([import('./SsoPanel.tsx'), loadTexts('teamsGate')]);
  return { default: it.SsoPanel };
});

/** Stands in the chat tool where the reports would be until it is known who reads: quietly at first, with a button if that fails. */
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
