/** Returns the address that the previous screen passed on, or null. */
export const emailFrom = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : null;
