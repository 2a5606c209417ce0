import type { Endpoint, InputOf } from '#contracts/core/endpoint.ts';
import type { Cell, Named, Outcome, Owner, PermissionWorld } from './permissionWorldAndExpectedResults.ts';

// Describes one call of a route for the permission test, and builds such descriptions.

export interface RouteCall {
  readonly name: string;
  readonly endpoint: Endpoint | null;
  readonly named: Named;
  readonly owner: Owner;
  readonly send: (cell: Cell, world: PermissionWorld) => object | Promise<object>;
  /** The result for a caller who has the permission. */
  readonly allowed: Outcome;
  /**
   * Returns the result by caller, for a call that needs no session. Null if all callers get `allowed`, or if the call
   * needs a session.
   */
  readonly open: ((cell: Cell) => Outcome) | null;
}

interface Options {
  readonly allowed?: Outcome;
  readonly owner?: Owner;
}

type Send<E extends Endpoint> = (
  cell: Cell,
  world: PermissionWorld,
) => Partial<InputOf<E>> | Promise<Partial<InputOf<E>>>;

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

export const call = <E extends Endpoint>(
  endpoint: E,
  named: Named,
  send: Send<E>,
  options: Options = {},
): RouteCall => ({
  ...{ name: nameOf(endpoint), endpoint, named, send: send },
  ...{ allowed: 'OK', owner: 'everybody', open: null, ...options },
});

/** Describes a call that needs no session. Its result is the same for every caller, unless `ends` is a function. */
export const open = <E extends Endpoint>(
  endpoint: E,
  send: Send<E>,
  ends: Outcome | ((cell: Cell) => Outcome),
): RouteCall => ({
  ...call(endpoint, 'nothing', send),
  ...(typeof ends === 'string' ? { allowed: ends } : { open: ends }),
});

/** Describes a route without a contract, which ignores the session of the caller. */
export const raw = (name: string, allowed: Outcome): RouteCall => ({
  ...{ name, endpoint: null, named: 'nothing', send: () => ({}), allowed, owner: 'everybody', open: null },
});
