import { readFileSync } from 'node:fs';
import { listRepositoryFiles, readTextFiles } from '../../scripts/lib/listAndReadRepositoryFiles.ts';

// The check of citations covers the files that a diagram names, but not its functions.

const diagrams = Array.from(
  readFileSync('docs/architecture.md', 'utf8').matchAll(/```mermaid\n(.*?)```/gs),
  ([, diagram = '']) => diagram.replace(/^\w+\n/, '').replaceAll(/[\w/]+\.ts\b/g, ''),
);
const names = [...new Set(diagrams.flatMap((diagram) => diagram.match(/\b[a-z]+(?:[A-Z][a-z\d]*)+\b/g) ?? []))];

const isSource = (file: string): boolean => /^(?:bot|tab)\/src\/.*(?<!\.test)\.tsx?$/.test(file);
const comment = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*/g;
const code = readTextFiles(listRepositoryFiles().filter(isSource)).map(({ text }) => text.replaceAll(comment, ''));

/** True if a source declares the name as a variable, a function, a method or a property. */
const isDeclared = (name: string): boolean => {
  const declaration = new RegExp(String.raw`\b(?:const|function) ${name}\b|\b${name}(?:\(|\??:)`);
  return code.some((text) => declaration.test(text));
};

it('each function in a diagram of the architecture exists', () => {
  expect(names.filter((name) => !isDeclared(name))).toEqual([]);
  expect(names.length).toBeGreaterThan(20);
});
