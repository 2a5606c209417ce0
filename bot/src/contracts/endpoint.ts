import type { z } from 'zod';
import type { Permission } from './permissions.ts';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** `anyone` needs no token. Everything else names a row of the permission table. */
export type Access = 'anyone' | Permission;

/**
 * One call, imported by both sides. `path` writes its parts as `{name}`; a trailing `[/{name}]` is optional.
 * `input` is one flat object: path parts, query keys and the members of a JSON object body. A body that is a list goes under `bodyAs`.
 */
export interface Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType, P extends string = string> {
  readonly method: Method;
  readonly path: P;
  readonly access: Access;
  readonly bodyAs?: string;
  /** Sets up something new, which an organisation whose trial or payment is long over may not: ORG_READ_ONLY. */
  readonly isNew?: true;
  readonly input: I;
  readonly output: O;
}

export const endpoint = <const P extends string, const M extends Method, I extends z.ZodType, O extends z.ZodType>(
  definition: Endpoint<I, O, P> & { readonly method: M },
): Endpoint<I, O, P> & { readonly method: M } => definition;

/** What a caller sends. */
export type InputOf<E extends Endpoint> = z.input<E['input']>;
/** What a service receives after parsing. */
export type ParsedOf<E extends Endpoint> = z.output<E['input']>;
/** What `data` of the envelope holds. */
export type OutputOf<E extends Endpoint> = z.output<E['output']>;

export type Envelope<T> =
  | {
      readonly status: 'Success';
      readonly data: T;
      readonly code: number;
      readonly message: string;
      readonly errorCode: null;
    }
  | {
      readonly status: 'Error';
      /**
       * Of MEETING_CHANGED what was changed (`meetingConflict`), of TASK_CHANGED the row (`taskConflict`), of ORG_CHANGED the
       * organisation (`orgConflict`); null with every other code.
       */
      readonly data: unknown;
      readonly code: number;
      readonly message: string;
      readonly errorCode: ErrorCode;
      readonly correlationId?: string;
      /** What of the input is wrong, outermost first: `['questions', 0, 'text']`. Left out where it is no one field. */
      readonly path?: readonly (string | number)[];
    };
