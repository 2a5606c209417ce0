// Allowed destinations of messages. Every call carries our token, so an address is checked before it is called.

const hostOf = (url: string, protocol: readonly string[]): string | undefined => {
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  const isPlain = parsed.username === '' && parsed.password === '';
  return protocol.includes(parsed.protocol) && isPlain ? parsed.hostname : undefined;
};

/** Demo mode: posts are unsigned there, so a stranger's address must not be called. */
export const isLoopbackUrl = (url: string): boolean => {
  const host = hostOf(url, ['http:', 'https:']);
  return host !== undefined && (host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host));
};

/** Production: which hosts Teams uses changes, so its signed token vouches for the address (teams/botAuthentication.ts). */
export const isSecureUrl = (url: string): boolean => hostOf(url, ['https:']) !== undefined;
