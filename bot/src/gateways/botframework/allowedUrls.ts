// Allowed destinations of messages. Every call carries our token, so an address is checked before it is called.

const hostOf = (url: string, protocol: readonly string[]): string | undefined => {
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  const isPlain = parsed.username === '' && parsed.password === '';
  return protocol.includes(parsed.protocol) && isPlain ? parsed.hostname : undefined;
};

/**
 * True for an address on this machine. Demo mode calls no other address, because its posts are unsigned, so anyone
 * could insert an address.
 */
export const isLoopbackUrl = (url: string): boolean => {
  const host = hostOf(url, ['http:', 'https:']);
  return host !== undefined && (host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host));
};

/**
 * True for every https address. The hosts of Teams change, so in production the signed token of a post guarantees its
 * address (teams/botAuthentication.ts).
 */
export const isSecureUrl = (url: string): boolean => hostOf(url, ['https:']) !== undefined;
