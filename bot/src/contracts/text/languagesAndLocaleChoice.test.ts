import { compileMessage } from '@lingui/message-utils/compileMessage';
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import {
  directionOf,
  firstSupportedLocale,
  formatLocale,
  languageNames,
  languageOf,
  languages,
} from './languagesAndLocaleChoice.ts';
import type { Language } from './languagesAndLocaleChoice.ts';

type Texts = Readonly<Record<string, string>>;
type Token = ReturnType<typeof compileMessage>[number];

const english: Texts = en;
const others: readonly (readonly [Language, Texts])[] = [
  ['de', de],
  ['fr', fr],
  ['es', es],
  ['ja', ja],
  ['ar', ar],
];

interface Argument {
  readonly name: string;
  readonly kind: string;
  readonly options: readonly string[];
}

/** Returns every placeholder of a message, including those inside the branches of other placeholders. */
const argumentsOf = (tokens: readonly Token[]): Argument[] =>
  tokens.flatMap((token) => {
    if (typeof token === 'string' || token.length < 1) return [];
    const [name, kind = 'value', options] = token;
    const branches = typeof options === 'object' && options !== null ? Object.entries(options) : [];
    const inner = branches.flatMap(([, branch]) => (Array.isArray(branch) ? argumentsOf(branch as Token[]) : []));
    return [{ name, kind, options: branches.map(([option]) => option) }, ...inner];
  });

const parsed = (text: string): Argument[] => argumentsOf(compileMessage(text));
const unique = (items: readonly string[]): string[] => [...new Set(items)].sort();

/**
 * Returns the placeholders of a message with their types, and the branch names of each select. The result must be the
 * same in every language.
 */
const shapeOf = (text: string): string[] =>
  unique(
    parsed(text)
      .filter((argument) => argument.name !== '#')
      .map(({ name, kind, options }) =>
        kind === 'select' ? `${name} select ${unique(options).join(' ')}` : `${name} ${kind}`,
      ),
  );

interface Forms {
  /** Plural categories of numbers that occur in practice. The French `many`, for example, applies only to millions. */
  readonly used: readonly string[];
  readonly known: readonly string[];
}

const forms = new Map<Language, Forms>();
const formsOf = (language: Language): Forms => {
  const rules = new Intl.PluralRules(language);
  const match = forms.get(language) ?? {
    used: unique(Array.from({ length: 1001 }, (_, count) => rules.select(count))),
    known: rules.resolvedOptions().pluralCategories,
  };
  forms.set(language, match);
  return match;
};

const pluralFaults = (language: Language, text: string): string[] => {
  const { used, known } = formsOf(language);
  return parsed(text)
    .filter(({ kind }) => kind === 'plural')
    .flatMap(({ name, options }) => {
      const input = options.filter((option) => !/^(?:=|\d|offset)/.test(option));
      // A language may use one form for all numbers except explicit ones such as `=0`. Its only category is then
      // `other`.
      if (input.join() === 'other') return [];
      return [
        ...used.filter((form) => !input.includes(form)).map((form) => `${name} lacks ${form}`),
        ...input.filter((form) => !known.includes(form)).map((form) => `${name} has ${form}`),
      ];
    });
};

const tagsOf = (text: string): string[] => unique(text.match(/<\/?\w+\/?>/g) ?? []);

/** Returns the letters of a text without its placeholders. */
const lettersOf = (text: string): string => text.replace(/\{[^{}]*\}/g, '').replace(/[^\p{L}]/gu, '');

/** Returns the text without placeholders, and without the characters before its first and after its last letter. */
const wordsOf = (text: string): string => text.replace(/\{[^{}]*\}/g, '').replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** Names, and words that are the same in that language as in English. */
const sameWords: Readonly<Partial<Record<Language, RegExp>>> = {
  de: /^(?:Team|Dashboard|Support|Text|Name|Code|Optional|Meeting|Details|Minuten|Admin|Microsoft|Start|Status|Version|Export|Import|Format|E-Mail|Option|Person|Stripe|in|Region|Team in Microsoft Teams|Excel|PDF|CSV|Std)$/,
  fr: /^(?:Code|Option|Options|Questions|Question|Date|Participation|Support|Message|Microsoft|Type|Excel|PDF|CSV|Description|Total|Notes|Nom|min|h|Minutes|Actions|Participants|Pause|Profil|Format|Page|Pages|Tour|E-mail|Menu|h\s+min|Stripe|Import|Export|Non|Oui)$/,
  es: /^(?:No|Error|Total|Microsoft|Excel|PDF|CSV|Stripe|General|Normal|min|h|h\s+min|Color)$/,
};

const isCopy = (language: Language, key: string, text: string): boolean => {
  if (text !== english[key] || lettersOf(text).length < 2) return false;
  // Names and international abbreviations are not translated.
  if (key === 'product' || /^(?:Microsoft Teams|Ctrl\+K|[A-Z]{2,4})$|\bUTC$/.test(text)) return false;
  return sameWords[language]?.test(wordsOf(text)) !== true;
};

/** True for the text of a label or a button. Its translation must fit into the space of the English text. */
const isLabel = (text: string): boolean => text.length <= 30 && !/[.?!:]$/.test(text) && !text.includes(', plural');
const tooLong = (key: string, text: string): boolean => {
  const own = english[key] ?? '';
  if (text.includes(', plural')) return false;
  return text.length > (isLabel(own) ? Math.max(2 * own.length, 22) : Math.max(2 * own.length, 60));
};

it('English spells "organization" with a z in every text, as the screens of Microsoft Teams do', () => {
  const withoutValues = (text: string): string => text.replace(/\{organisation\}/g, '');
  const misspelt = Object.entries(english).filter(([, text]) => /organis/i.test(withoutValues(text)));
  expect(misspelt).toEqual([]);
});

describe.each(others)('%s', (language, texts) => {
  const each = (fault: (key: string, text: string) => string[]): string[] =>
    Object.entries(texts)
      .filter(([key]) => Object.hasOwn(english, key))
      .flatMap(([key, text]) => fault(key, text).map((problem) => `${key}: ${problem}`));

  it('has the keys of English, every one and no other', () => {
    const own = Object.keys(texts);
    expect({
      missing: Object.keys(english).filter((key) => !Object.hasOwn(texts, key)),
      unknown: own.filter((key) => !Object.hasOwn(english, key)),
    }).toEqual({ missing: [], unknown: [] });
  });

  it('takes the same values in each text, and has the same tags', () => {
    const faults = each((key, text) => {
      const [mine, theirs] = [shapeOf(text), shapeOf(english[key] ?? '')];
      const isSame = mine.join() === theirs.join() && tagsOf(text).join() === tagsOf(english[key] ?? '').join();
      return isSame ? [] : [`${mine.join(', ')} instead of ${theirs.join(', ')}`];
    });
    expect(faults).toEqual([]);
  });

  it('has every form that its numbers need, and no unknown form', () => {
    expect(each((_key, text) => pluralFaults(language, text))).toEqual([]);
  });

  it('is translated', () => {
    expect(each((key, text) => (text.trim() === '' || isCopy(language, key, text) ? [text] : []))).toEqual([]);
  });

  it('fits where English fits', () => {
    expect(each((key, text) => (tooLong(key, text) ? [text] : []))).toEqual([]);
  });

  it('has a separate locale for dates', () => {
    expect(languageOf(texts['card.dateLocale'] ?? '')).toBe(language);
  });
});

it('English too has its own forms', () => {
  expect(
    Object.entries(english).flatMap(([key, text]) => pluralFaults('en', text).map((problem) => `${key}: ${problem}`)),
  ).toEqual([]);
});

it.each([
  ['de', 'de', 'de'],
  ['de-AT', 'de', 'de-AT'],
  ['en', 'en', 'en-GB'],
  ['en-us', 'en', 'en-US'],
  ['ar-SA', 'ar', 'ar-SA-u-ca-gregory-nu-latn'],
  ['ja-JP-u-ca-japanese', 'ja', 'ja-JP'],
  ['nl', undefined, 'en-GB'],
  ['not a tag', undefined, 'en-GB'],
])('%s maps to the language %s and the date format of %s', (tag, language, locale) => {
  expect([languageOf(tag), formatLocale(tag)]).toEqual([language, locale]);
});

it('picks the first supported locale, names each language in itself, and writes Arabic from right to left', () => {
  expect(firstSupportedLocale(['nl', 'fr-CA', 'de'])).toBe('fr-CA');
  expect(firstSupportedLocale(['nl', '-'])).toBeUndefined();
  expect(Object.keys(languageNames)).toEqual([...languages]);
  expect([directionOf('ar-EG'), directionOf('de'), directionOf('he')]).toEqual(['rtl', 'ltr', 'ltr']);
});

it('does not mix the cached data of two tags', () => {
  const formats = {
    ...{ 'de-AT': 'de-AT', de: 'de', 'de-CH': 'de-CH', 'en-US': 'en-US', en: 'en-GB' },
    ...{ 'ar-SA': 'ar-SA-u-ca-gregory-nu-latn', ar: 'ar-u-ca-gregory-nu-latn' },
  };
  const tags = Object.keys(formats);
  for (const requested of [tags, tags.toReversed()])
    expect(Object.fromEntries(requested.map((tag) => [tag, formatLocale(tag)]))).toEqual(formats);
});
