import { readFileSync } from 'node:fs';
import { Language, Parser } from 'web-tree-sitter';
import type { Node } from 'web-tree-sitter';

// Parses Bicep files with the official grammar, because npm has no Bicep compiler. Tests can then check properties
// instead of searching in the text.

/** An expression whose value is known only during a deployment: `storage.outputs.tablesUrl`, `size == 'large'`. */
export interface Expression {
  readonly expression: string;
}

export type BicepValue = string | number | boolean | null | Expression | readonly BicepValue[] | BicepObject;
export interface BicepObject {
  readonly [property: string]: BicepValue;
}

export interface Declared {
  readonly name: string;
  readonly value: BicepValue | undefined;
  /** Names of decorators such as `@secure()`, without arguments. */
  readonly decorators: readonly string[];
}

export interface Part {
  readonly name: string;
  /** Resource type without the version, such as `Microsoft.Web/sites`, or the file path of a module. */
  readonly type: string;
  readonly isExisting: boolean;
  readonly condition: string | null;
  readonly body: BicepObject;
}

export interface BicepFile {
  /** Lines that do not match the grammar, as `line: text`. */
  readonly faults: readonly string[];
  readonly params: readonly Declared[];
  readonly outputs: readonly Declared[];
  readonly vars: readonly Declared[];
  readonly resources: readonly Part[];
  readonly modules: readonly Part[];
}

const grammar = (async (): Promise<Parser> => {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(readFileSync('node_modules/tree-sitter-bicep/tree-sitter-bicep.wasm')));
  return parser;
})();

const named = (node: Node): readonly Node[] => node.namedChildren;
const bare = (text: string): string => text.replace(/^'|'$/g, '');

const objectOf = (node: Node): BicepObject =>
  Object.fromEntries(
    named(node)
      .filter(({ type }) => type === 'object_property')
      .map((property) => {
        const [key, value] = named(property);
        return [bare(key?.text ?? ''), value === undefined ? null : valueOf(value)];
      }),
  );

const literals: Readonly<Record<string, (node: Node) => BicepValue>> = {
  string: ({ text }) => bare(text),
  number: ({ text }) => Number(text),
  boolean: ({ text }) => text === 'true',
  null: () => null,
  object: objectOf,
  array: (node) =>
    named(node)
      .filter(({ type }) => type !== 'comment')
      .map(valueOf),
};

/**
 * Returns the value of a syntax node. The body of a `for` list replaces the list, because a statement about the body
 * holds for every element.
 */
const valueOf = (node: Node): BicepValue => {
  const body = node.type === 'for_statement' ? named(node).at(-1) : undefined;
  if (body !== undefined) return valueOf(body);
  return literals[node.type]?.(node) ?? { expression: node.text };
};

const decoratorsOf = (node: Node): string[] => {
  const before = node.previousNamedSibling;
  if (before?.type !== 'decorators') return [];
  return named(before).map(({ text }) => /^@(\w+)/.exec(text)?.[1] ?? '');
};

const declaredOf = (node: Node): Declared => {
  const [name, ...rest] = named(node);
  const value = rest.find(({ type }) => type !== 'type');
  return { name: name?.text ?? '', value: value && valueOf(value), decorators: decoratorsOf(node) };
};

const partOf = (node: Node): Part => {
  const [name, type, last] = named(node);
  const [condition, guarded] = last?.type === 'if_statement' ? named(last) : [undefined, last];
  const body = guarded?.type === 'object' ? objectOf(guarded) : guarded && valueOf(guarded);
  return {
    name: name?.text ?? '',
    type: bare(type?.text ?? '').replace(/@.*$/, ''),
    isExisting: /\bexisting\s*=/.test(node.text.split('{')[0] ?? ''),
    condition: condition === undefined ? null : condition.text.slice(1, -1),
    body: (body ?? {}) as BicepObject,
  };
};

const faultsOf = (node: Node): string[] => [
  ...(node.isError || node.isMissing ? [`${node.startPosition.row + 1}: ${node.text.slice(0, 80)}`] : []),
  ...node.children.flatMap(faultsOf),
];

export const readBicep = async (file: string): Promise<BicepFile> => {
  const tree = (await grammar).parse(readFileSync(file, 'utf8'));
  if (tree === null) throw new Error(`${file} could not be read`);
  const all = (type: string): Node[] => named(tree.rootNode).filter((node) => node.type === type);
  return {
    faults: faultsOf(tree.rootNode),
    params: all('parameter_declaration').map(declaredOf),
    outputs: all('output_declaration').map(declaredOf),
    vars: all('variable_declaration').map(declaredOf),
    resources: all('resource_declaration').map(partOf),
    modules: all('module_declaration').map(partOf),
  };
};
