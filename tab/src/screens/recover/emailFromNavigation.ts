/** Returns the email address that the previous screen passed in the navigation state; null = none. */
export const emailFromNavigation = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : null;
