import type { RawRequest } from '../../support/http/rawHttpClient.ts';
import type { Held } from './eventLoopWatch.ts';

// Messages between the test and the server process under load.

export type ToServer =
  | { readonly kind: 'prepare'; readonly name: string }
  | { readonly kind: 'begin' }
  | { readonly kind: 'end' };

export type FromServer =
  | { readonly kind: 'ready'; readonly port: number; readonly names: readonly string[]; readonly token: string }
  | { readonly kind: 'request'; readonly request: RawRequest; readonly token: string }
  | { readonly kind: 'begun' }
  | ({ readonly kind: 'delay' } & Held)
  | { readonly kind: 'failed'; readonly message: string };
