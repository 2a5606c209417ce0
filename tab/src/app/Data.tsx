import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { keepDrafts } from '../api/kept.ts';
import { createQueryClient } from '../api/queries.ts';
import { TeamProvider } from '../api/team.tsx';
import type { SignedIn } from '../api/session.ts';
import { useWords } from '../ui/words.ts';
import { useServices } from './services.ts';
import type { Services } from './services.ts';

interface CacheOf {
  readonly owner: string;
  readonly client: QueryClient;
}

/** The data of the person signed in; what was fetched or typed by somebody else before is gone. */
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

/** Says so when the person changed without anybody signing in here: they did in another browser tab. */
const useOtherPerson = ({ email }: SignedIn): void => {
  const words = useWords();
  const { isOtherReader, notices } = useServices();
  useEffect(() => {
    if (isOtherReader(email)) notices.push('success', words('session.otherPerson', { name: email }));
  }, [isOtherReader, notices, words, email]);
};

interface DataProps {
  readonly session: SignedIn;
  readonly children: ReactNode;
}

export const Data = ({ session, children }: DataProps) => {
  const services = useServices();
  const { owner, client } = cacheFor(services, session);
  useOtherPerson(session);
  return (
    // Half-filled forms on the screen are their writer's as well: the key takes them away with the data.
    <QueryClientProvider key={owner} client={client}>
      <TeamProvider>{children}</TeamProvider>
    </QueryClientProvider>
  );
};
