import type { TextFile } from '../lib/listAndReadRepositoryFiles.ts';

// Finds names of code in pages that no source declares.

/** Names that pages quote from libraries and other systems, although no source uses them. */
const foreignNames: ReadonlySet<string> = new Set([
  'bodyParser',
  'currentContext',
  'innerHTML',
  'makeStyles',
  'setQueryData',
]);

const comment = /\/\*[^]*?\*\/|\s\/\/.*/g;
/**
 * Matches a camel-case name and the character before it. A name after a dot is excluded, because it may belong to an
 * object of a package; each name of this repository also occurs without a dot where it is declared.
 */
const declaredName = /[^\w$.][A-Za-z][a-z\d]*[A-Z]\w*/g;
const codeSpan = /`([^`\n]+)`/g;
const camelCase = /(?<![\w$./-])(?:[a-z]+\d*(?:[A-Z][a-z\d]*)+|(?:[A-Z][a-z\d]+){2,})(?![\w-])/g;
const fence = /^```[^]*?^```/gm;
const diagram = /^```mermaid\n([^]*?)^```/gm;
/** Matches one or several backticked names, then `in` or `of`, then the backticked path of a source. */
const nameInSource = /((?:`[\w$.]+(?:\([^`]*\))?`(?:, | and )?)+)\s+(?:in|of)\s+`([\w./-]+\.tsx?)`/g;

const codeOf = ({ text }: TextFile): string => text.replaceAll(comment, '');

const namesIn = (source: TextFile): readonly string[] =>
  (codeOf(source).match(declaredName) ?? []).map((match) => match.slice(1));

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** Replaces each character of the text except line breaks, so that the places of other text stay the same. */
const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

interface CitedName {
  readonly name: string;
  readonly index: number;
}

const camelCaseNames = (text: string, offset: number): readonly CitedName[] =>
  Array.from(text.matchAll(camelCase), (match) => ({ name: match[0], index: offset + match.index }));

const citedNames = (text: string): readonly CitedName[] => [
  ...Array.from(text.replace(fence, blank).matchAll(codeSpan)).flatMap((match) =>
    camelCaseNames(match[1] ?? '', match.index),
  ),
  ...Array.from(text.matchAll(diagram)).flatMap((match) =>
    camelCaseNames((match[1] ?? '').replaceAll(/^\w+$|[\w/]+\.ts\b/gm, blank), match.index + '```mermaid\n'.length),
  ),
];

const misplacedNames = (text: string, sources: readonly TextFile[]): readonly (CitedName & { source: string })[] =>
  Array.from(text.matchAll(nameInSource)).flatMap((match) => {
    const [, names = '', source = ''] = match;
    const cited = sources.filter(({ path }) => path === source || path.endsWith(`/${source}`));
    const has = (name: string): boolean => {
      const declared = new RegExp(String.raw`(?<![\w$.])${name.replaceAll('$', String.raw`\$`)}\b`);
      return cited.some((file) => declared.test(codeOf(file)));
    };
    return cited.length === 0
      ? []
      : Array.from(names.matchAll(/`([\w$]+)/g), ([, name = '']) => name)
          .filter((name) => !has(name))
          .map((name) => ({ name, index: match.index, source }));
  });

/**
 * Returns one line for each backticked camel-case name, and each one in a diagram, that no source declares and no file
 * has as its name, and for each name that is not in the source that a page names with it.
 */
export const citationsOfMissingNames = (
  pages: readonly TextFile[],
  sources: readonly TextFile[],
): readonly string[] => {
  const declared = new Set(sources.flatMap(namesIn));
  for (const { path } of sources) declared.add(path.replace(/^.*\//, '').replace(/\..*$/, ''));
  return pages.flatMap(({ path, text }) => {
    const missing = citedNames(text).filter(({ name }) => !declared.has(name) && !foreignNames.has(name));
    return [
      ...missing.map(({ name, index }) => `${path}:${lineOf(text, index)} cites ${name}, which no source declares`),
      ...misplacedNames(text, sources).map(
        ({ name, index, source }) => `${path}:${lineOf(text, index)} cites ${name}, which ${source} does not declare`,
      ),
    ];
  });
};
