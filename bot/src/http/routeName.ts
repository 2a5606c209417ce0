import type { Endpoint } from '#contracts/endpoint.ts';

/** What log, metrics and spans call a route: method and path as the contract writes them. */
export const routeName = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;
