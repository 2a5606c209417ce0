/**
 * Licences that allow selling the product with closed source; MPL-2.0 only while the files under it stay unmodified.
 */
export const allowedLicences: ReadonlySet<string> = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0'],
  ...['MPL-2.0', 'Unlicense'],
]);

/** Licences that are allowed for development tools only, because these are not shipped. */
export const toolLicences: ReadonlySet<string> = new Set(['CC-BY-3.0', 'CC-BY-4.0', 'PSF-2.0']);

/** Packages without a machine-readable licence, by name and version: the licence that a person read in their files. */
export const readByHand: Readonly<Record<string, string>> = {
  '@microsoft/m365agentsplayground@0.2.28':
    "Microsoft's terms for its own tool; run on the developer's machine, never shipped",
  'dejavu-fonts-ttf@2.37.3':
    'Bitstream Vera and Arev licences: free to embed and to bundle, the fonts are not sold alone',
  'escape-regexp-component@1.0.2': 'MIT, at the end of its Readme',
  'png-js@2.0.0': 'MIT, in its LICENSE',
  'uri-templates@0.2.0': 'public domain or MIT, by its LICENSE',
};

/**
 * Packages with an install script, which npm never runs because of .npmrc. Each has the reason why it works without the
 * script.
 */
export const scriptsNotNeeded: Readonly<Record<string, string>> = {
  '@parcel/watcher': 'comes prebuilt as an optional package',
  '@swc/core': 'comes prebuilt as an optional package; the script only checks that',
  'botbuilder-dialogs': "the script writes sources for its author's own build; what is published is built",
  'dtrace-provider': 'optional; without its binary it does nothing, which is what we use of it',
  esbuild: 'comes prebuilt as an optional package; the script saves it one process',
  msw: 'the script copies a worker for browsers, which is not used',
  protobufjs: 'the script only warns about version ranges',
  'tree-sitter-bicep': 'its grammar is used as WebAssembly, which is published with it',
  'unrs-resolver': 'comes prebuilt as an optional package; the script only checks that',
};

/**
 * Minimum age of a version in days before it may be added, because most hostile versions are discovered within days.
 */
export const leastAgeDays = 7;

const firstDay =
  'pinned on the first day of the project, before there was this rule; the next upgrade ends the exception';

/** Versions that were added although they were younger than `leastAgeDays`, each with the reason. */
export const takenYoung: Readonly<Record<string, string>> = {
  '@tanstack/query-core@5.108.0': firstDay,
  '@tanstack/react-query@5.108.0': firstDay,
  'csstype@3.2.4': firstDay,
  'es-module-lexer@3.0.5': firstDay,
  'find-my-way@9.10.1': firstDay,
  'nodemailer@10.6.0': firstDay,
};
