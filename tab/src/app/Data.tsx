import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '../api/queries.ts';
import { TeamProvider } from '../api/team.tsx';
import type { SignedIn } from '../api/session.ts';
import { useServices } from './services.ts';
import type { Services } from './services.ts';

/** The data of the person signed in; what was fetched or typed by somebody else before is gone. */
const clientFor = ({ cache, api, retries }: Services, session: SignedIn): QueryClient => {
  const owner = [api.session.generation(), session.email, session.orgId, session.memberId].join('|');
  if (cache.client === undefined || cache.owner !== owner) {
    cache.client?.clear();
    cache.client = createQueryClient(retries);
    cache.owner = owner;
  }
  return cache.client;
};

interface DataProps {
  readonly session: SignedIn;
  readonly children: ReactNode;
}

export const Data = ({ session, children }: DataProps) => (
  <QueryClientProvider client={clientFor(useServices(), session)}>
    <TeamProvider>{children}</TeamProvider>
  </QueryClientProvider>
);
