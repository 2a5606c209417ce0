import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { keepDrafts } from '../../api/client/unsavedInputCacheAndStorage.ts';
import { createQueryClient } from '../../api/client/queryClientAndRetryRule.ts';
import { TeamProvider } from '../../api/organisations/selectedTeam.tsx';
import type { SignedIn } from '../../api/client/sessionStore.ts';
import { useLocation } from '../../ui/router/routerHooks.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { useServices } from './appServices.ts';
import type { Services } from './appServices.ts';
import { prefetchDashboard } from './prefetchDashboard.ts';

interface CacheOf {
  readonly owner: string;
  readonly client: QueryClient;
}

/**
 * Returns the data cache of the signed-in person. If another person is signed in than before, deletes the loaded data
 * and the drafts of the previous person.
 */
const cacheFor = ({ cache, api, retries, tabStorage }: Services, session: SignedIn): CacheOf => {
  const person = [session.email, session.orgId, session.memberId].join('|');
  const owner = `${String(api.session.generation())}|${person}`;
  if (cache.client === undefined || cache.owner !== owner) {
    cache.forget();
    cache.client = createQueryClient(retries);
    cache.forget = keepDrafts(cache.client, tabStorage, person);
    cache.owner = owner;
  }
  return { owner, client: cache.client };
};

/**
 * Shows a notice if the signed-in person has changed without a sign-in on this page, because another person signed in
 * in another browser tab.
 */
const useOtherPerson = ({ email }: SignedIn): void => {
  const t = useTranslate();
  const { isOtherReader, notices } = useServices();
  useEffect(() => {
    if (isOtherReader(email)) notices.push('success', t('session.otherPerson', { name: email }));
  }, [isOtherReader, notices, t, email]);
};

/**
 * Starts to load the dashboard if it is the page that a person sees first, for example after a sign-in. Starts in the
 * first render, before the queries of the page.
 */
const useDashboardPrefetch = (): void => {
  const services = useServices();
  const location = useLocation();
  useState(() => {
    prefetchDashboard(services, location);
  });
};

const PersonData = ({ children }: { readonly children: ReactNode }) => {
  useDashboardPrefetch();
  return <TeamProvider>{children}</TeamProvider>;
};

interface DataProps {
  readonly session: SignedIn;
  readonly children: ReactNode;
}

export const PersonCacheAndTeamProvider = ({ session, children }: DataProps) => {
  const services = useServices();
  const { owner, client } = cacheFor(services, session);
  useOtherPerson(session);
  return (
    // The key changes with the person, so that forms with another person's values are unmounted.
    <QueryClientProvider key={owner} client={client}>
      <PersonData>{children}</PersonData>
    </QueryClientProvider>
  );
};
