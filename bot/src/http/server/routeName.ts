import type { Endpoint } from '#contracts/core/endpoint.ts';

/** Returns the name of a route for the log, metrics and spans: its method and path as in the contract. */
export const routeName = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;
