import type { z } from 'zod';
import type { Permission } from './rolesAndPermissions.ts';
import type { ErrorCode } from './errorCodesAndAppError.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/**
 * Access that a call requires. `anyone`: the call needs no token. Every other value is a permission from the permission
 * table.
 */
export type Access = 'anyone' | Permission;

/**
 * One call, shared by server and web app. `path` contains parts in the form `{name}`; the last part may be optional,
 * written `[/{name}]`. `input` is a flat object of path parts, query keys and body members. If the body is a list,
 * `bodyAs` names the member of `input` that contains the list.
 */
export interface Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType, P extends string = string> {
  readonly method: Method;
  readonly path: P;
  readonly access: Access;
  readonly bodyAs?: string;
  /**
   * True if the call creates something. Such a call is refused with ORG_READ_ONLY while the organisation is read-only
   * for lack of payment.
   */
  readonly isNew?: true;
  readonly input: I;
  readonly output: O;
}

export const endpoint = <const P extends string, const M extends Method, I extends z.ZodType, O extends z.ZodType>(
  definition: Endpoint<I, O, P> & { readonly method: M },
): Endpoint<I, O, P> & { readonly method: M } => definition;

export type InputOf<E extends Endpoint> = z.input<E['input']>;
export type ParsedOf<E extends Endpoint> = z.output<E['input']>;
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
       * Data about the refusal. MEETING_CHANGED: the changes (`meetingConflict`). TASK_CHANGED: the row
       * (`taskConflict`). DRAFT_CHANGED: the draft (`draftConflict`). ORG_CHANGED: the organisation (`orgConflict`), or
       * its text model (`textModelConflict`). Null for every other code.
       */
      readonly data: unknown;
      readonly code: number;
      readonly message: string;
      readonly errorCode: ErrorCode;
      readonly correlationId?: string;
      /**
       * Path of the invalid field in the input, outermost name first: `['questions', 0, 'text']`. Left out if the error
       * does not concern a single field.
       */
      readonly path?: readonly (string | number)[];
    };
