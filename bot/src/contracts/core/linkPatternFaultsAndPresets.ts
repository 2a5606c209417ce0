import { limits } from './limitsAndProductConstants.ts';

// Rules for link patterns. This file does not import zod, because the screens that use the rules would then load zod
// too.

/**
 * A link pattern of an organisation: a reference that consists of `prefix` and a number, such as `ABC-123`, links to
 * `url`. A prefix is plain text and never a regular expression.
 */
export interface LinkPattern {
  /** Letters, digits and underscores followed by `-` or `#`, or `#` alone. */
  readonly prefix: string;
  /** URL that begins with https:// and contains `{key}` for the whole reference or `{number}` for its number. */
  readonly url: string;
}

export type LinkPatternFault =
  | 'linkPattern.prefixForm'
  | 'linkPattern.duplicate'
  | 'linkPattern.urlScheme'
  | 'linkPattern.urlTooLong'
  | 'linkPattern.urlCredentials'
  | 'linkPattern.urlPlace'
  | 'linkPattern.urlUnfinished'
  | 'linkPattern.urlInvalid';

export const linkPresets = [
  { name: 'Jira', prefix: 'ABC-', url: 'https://YOUR-SITE.atlassian.net/browse/{key}' },
  {
    name: 'Azure DevOps',
    prefix: 'AB#',
    url: 'https://dev.azure.com/YOUR-ORGANIZATION/YOUR-PROJECT/_workitems/edit/{number}',
  },
  { name: 'GitHub', prefix: '#', url: 'https://github.com/YOUR-ORGANIZATION/YOUR-REPOSITORY/issues/{number}' },
  { name: 'Linear', prefix: 'ABC-', url: 'https://linear.app/YOUR-WORKSPACE/issue/{key}' },
] as const;

const prefixForm = /^(?:[A-Za-z][A-Za-z0-9_]*[-#]|#)$/;
/** Characters that no URL needs unescaped and that could end the URL in HTML, Markdown or a shell command. */
const unsafe = /[\s\p{C}"'<>\\^`|[\]]/u;
const places = /\{(?:key|number)\}/g;
/** Placeholder in the URLs of `linkPresets`: a word that begins with YOUR- and that an admin must replace. */
const unfinished = /YOUR-[A-Z]/;

export const prefixFault = (prefix: string): LinkPatternFault | undefined =>
  prefix.length <= limits.linkPrefixLength && prefixForm.test(prefix) ? undefined : 'linkPattern.prefixForm';

/**
 * Returns the key by which prefixes are compared. References match in upper and lower case, so prefixes with the same
 * key are duplicates.
 */
export const prefixKey = (prefix: string): string => prefix.toLowerCase();

/** Returns the first reason why a URL is refused; undefined = the URL is accepted. */
export const urlFault = (url: string): LinkPatternFault | undefined => {
  if (url.length > limits.linkUrlLength) return 'linkPattern.urlTooLong';
  if (!/^https:\/\//i.test(url)) return 'linkPattern.urlScheme';
  const [host = ''] = url.slice('https://'.length).split(/[/?#]/, 1);
  if (host.includes('@')) return 'linkPattern.urlCredentials';
  if (unsafe.test(url) || host === '' || /[{}]/.test(host)) return 'linkPattern.urlInvalid';
  const withoutPlaces = url.replace(places, '');
  if (withoutPlaces === url || /[{}]/.test(withoutPlaces)) return 'linkPattern.urlPlace';
  if (unfinished.test(url)) return 'linkPattern.urlUnfinished';
  return URL.canParse(withoutPlaces) && new URL(withoutPlaces).protocol === 'https:'
    ? undefined
    : 'linkPattern.urlInvalid';
};

/** Returns the URL of a reference. `digits`: the number as it is written in the answer. */
export const urlOfReference = ({ prefix, url }: LinkPattern, digits: string): string =>
  new URL(url.replaceAll('{number}', digits).replaceAll('{key}', encodeURIComponent(prefix + digits))).href;
