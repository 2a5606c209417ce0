import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

// Tests rules that span all sources of the web app, which neither the compiler nor the test of a single file can check.

const sources = readdirSync('tab/src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join('tab/src', file), 'utf8') }));
const filesWith = (pattern: RegExp): readonly string[] =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

it('only one component renders a form element, so that no form leaves its submit to the browser', () => {
  expect(filesWith(/<form\b/)).toEqual([path.join('ui', 'forms', 'Form.tsx')]);
});

it('each style that a component names is in its style sheet', () => {
  const missing = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, name = '', sheet = '']) => {
      const styles = readFileSync(path.join('tab/src', path.dirname(file), sheet), 'utf8');
      const used = [...text.matchAll(new RegExp(`(?<![.\\w])${name}\\.(\\w+)`, 'g'))].map(([, style = '']) => style);
      return used.filter((style) => !new RegExp(`\\.${style}\\b`).test(styles)).map((style) => `${file}: ${style}`);
    }),
  );
  expect(missing).toEqual([]);
});

it('only one function checks the form of an address, so that all screens agree on it', () => {
  expect(filesWith(/const looksLikeEmail\b|\[\^\\s@\]/)).toEqual([path.join('ui', 'text', 'looksLikeEmail.ts')]);
});
