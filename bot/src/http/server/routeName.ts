import type { Endpoint } from '#contracts/core/endpoint.ts';

/** Name of a route in the log, metrics and spans: method and path as in the contract. */
export const routeName = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;
