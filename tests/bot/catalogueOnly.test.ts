import { Linter } from 'eslint';
import { catalogueOnly } from '../../scripts/lint/catalogueOnly.js';

// The rule that `npm run check` holds over everything a person may read.

const faultsIn = (code: string): number =>
  new Linter({ configType: 'flat' }).verify(
    code,
    {
      files: ['**/*.tsx'],
      languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
      plugins: { rollcall: { rules: { 'catalogue-only': catalogueOnly } } },
      rules: { 'rollcall/catalogue-only': 'error' },
    },
    { filename: 'screen.tsx' },
  ).length;

it.each([
  'const a = <p>Nothing here yet</p>;',
  'const a = <p>{"Nothing here yet"}</p>;',
  'const a = <p>{isOpen ? "Open" : words("a.b")}</p>;',
  'const a = <button aria-label="Close" />;',
  'const a = <button aria-label={`Close ${name}`} />;',
  'const a = <input placeholder={hint ?? "Search"} />;',
  'const a = <img alt="A chart" />;',
  'const card = { type: "TextBlock", text: "Good morning" };',
  'const action = { title: isEdit ? "Save changes" : words("card.send") };',
])('%s is refused', (code) => {
  expect(faultsIn(code)).toBe(1);
});

it.each([
  'const a = <p>{words("page.title")}</p>;',
  'const a = <button aria-label={words("common.close")} className="wide" />;',
  'const a = <p>–</p>;',
  'const card = { type: "TextBlock", text: words("card.choose") };',
  'const fault = { message: "profile.noTeam" };',
  'const fault = { message: `error.${code}` };',
])('%s is taken', (code) => {
  expect(faultsIn(code)).toBe(0);
});
