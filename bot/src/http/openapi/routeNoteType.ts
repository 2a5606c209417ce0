import type { ErrorCode } from '#contracts/core/errorCodesAndAppError.ts';

/** Facts for the OpenAPI document that the schemas of a route cannot express. */
export interface RouteNote {
  readonly does: string;
  /** Error codes besides the codes that follow from the method and the access of the route. */
  readonly refuses?: readonly ErrorCode[];
  /** Content types of the file that the route returns; left out if it returns an envelope. */
  readonly file?: readonly string[];
}

/** Error code of a route with a separate rate limit. */
export const limited = 'TOO_MANY_REQUESTS';
