export type Attempt =
  | { readonly status: 'idle' }
  | { readonly status: 'running' }
  | { readonly status: 'done' }
  | { readonly status: 'failed'; readonly error: unknown };
