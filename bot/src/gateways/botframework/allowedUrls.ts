// Rules for the URLs to which messages may be sent. Every request contains the bot's token, so a URL is checked before
// it is called.

const hostOf = (url: string, protocol: readonly string[]): string | undefined => {
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  const isPlain = parsed.username === '' && parsed.password === '';
  return protocol.includes(parsed.protocol) && isPlain ? parsed.hostname : undefined;
};

/**
 * True for a URL on this machine. In demo mode, incoming requests are not signed, so anyone could insert the URL of
 * another server. Demo mode therefore calls only URLs on this machine.
 */
export const isLoopbackUrl = (url: string): boolean => {
  const host = hostOf(url, ['http:', 'https:']);
  return host !== undefined && (host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host));
};

/**
 * True for every https URL without a user name and a password. The hosts of Teams change, so a fixed list is not
 * possible. In production, the signed token of a request contains the URL of the replies (teams/botAuthentication.ts).
 */
export const isSecureUrl = (url: string): boolean => hostOf(url, ['https:']) !== undefined;
