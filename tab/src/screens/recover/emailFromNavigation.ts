/** Returns the email address that the previous screen stored in the state of the history entry; null = none. */
export const emailFromNavigation = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : null;
