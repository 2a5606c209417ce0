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
  /** Sets up something new. An organisation whose trial or payment is long overdue may not do that: ORG_READ_ONLY. */
  readonly isNew?: true;
  readonly input: I;
  readonly output: O;
}

export const endpoint = <const P extends string, const M extends Method, I extends z.ZodType, O extends z.ZodType>(
  definition: Endpoint<I, O, P> & { readonly method: M },
): Endpoint<I, O, P> & { readonly method: M } => definition;

/** The input as a caller sends it. */
export type InputOf<E extends Endpoint> = z.input<E['input']>;
/** The input as a service receives it, after parsing. */
export type ParsedOf<E extends Endpoint> = z.output<E['input']>;
/** The `data` of the envelope. */
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
       * Depends on the code: MEETING_CHANGED the changes (`meetingConflict`), TASK_CHANGED the row (`taskConflict`), ORG_CHANGED
       * the organisation (`orgConflict`); null with every other code.
       */
      readonly data: unknown;
      readonly code: number;
      readonly message: string;
      readonly errorCode: ErrorCode;
      readonly correlationId?: string;
      /**
       * The wrong field of the input, outermost first: `['questions', 0, 'text']`. Left out if the fault concerns no single
       * field.
       */
      readonly path?: readonly (string | number)[];
    };
