import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const refusedTexts = [
  'const a = <p>Nothing here yet</p>;',
  'const a = <p>{"Nothing here yet"}</p>;',
  'const a = <p>{isOpen ? "Open" : words("a.b")}</p>;',
  'const a = <button aria-label="Close" />;',
  'const a = <button aria-label={`Close ${name}`} />;',
  'const a = <input placeholder={hint ?? "Search"} />;',
  'const a = <img alt="A chart" />;',
  'const card = { type: "TextBlock", text: "Good morning" };',
  'const action = { title: isEdit ? "Save changes" : words("card.send") };',
];

const acceptedTexts = [
  'const a = <p>{words("page.title")}</p>;',
  'const a = <button aria-label={words("common.close")} className="wide" />;',
  'const a = <p>–</p>;',
  'const card = { type: "TextBlock", text: words("card.choose") };',
  'const fault = { message: "profile.noTeam" };',
  'const fault = { message: `error.${code}` };',
];

const refusedSyntax = [
  'export const now = new Date();',
  'export const now = Date.now();',
  'export enum State { Open }',
  'export * from "./other";',
];

const acceptedSyntax = ['export const at = new Date(0);', 'export { other } from "./other";'];

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
}

const program = path.resolve('node_modules/oxlint/bin/oxlint');

/** Returns the rules of this repository that each piece of code breaks. One run of the linter reads all pieces. */
const lint = (pieces: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lint-'));
  try {
    const rules = { 'rollcall/catalogue-only': 'error', 'rollcall/restricted-syntax': 'error' };
    const config = { categories: { correctness: 'off' }, jsPlugins: [path.resolve('scripts/lint/plugin.js')], rules };
    writeFileSync(path.join(folder, 'config.json'), JSON.stringify(config));
    pieces.forEach((code, index) => {
      writeFileSync(path.join(folder, `${index}.tsx`), code);
    });
    const { stdout } = spawnSync(process.execPath, [program, '-c', 'config.json', '-f', 'json', '.'], { cwd: folder });
    const { diagnostics } = JSON.parse(stdout.toString()) as { diagnostics: Diagnostic[] };
    return new Map(
      pieces.map((code, index) => [
        code,
        diagnostics.filter(({ filename }) => path.basename(filename) === `${index}.tsx`).map((fault) => fault.code),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

describe('the lint rules of this repository', () => {
  const faults = lint([...refusedTexts, ...acceptedTexts, ...refusedSyntax, ...acceptedSyntax]);

  it.each(refusedTexts)('refuse a text outside of the catalogue: %s', (code) => {
    expect(faults.get(code)).toEqual(['rollcall(catalogue-only)']);
  });

  it.each(refusedSyntax)('refuse %s', (code) => {
    expect(faults.get(code)).toEqual(['rollcall(restricted-syntax)']);
  });

  it.each([...acceptedTexts, ...acceptedSyntax])('accept %s', (code) => {
    expect(faults.get(code)).toEqual([]);
  });

  it('are switched on with the type-aware rules in the configuration', () => {
    const config = JSON.parse(readFileSync('.oxlintrc.json', 'utf8')) as {
      options: { typeAware: boolean };
      rules: Record<string, unknown>;
    };
    expect(config.options.typeAware).toBe(true);
    expect(config.rules['rollcall/restricted-syntax']).toBe('error');
    expect(config.rules['typescript/no-floating-promises']).toBe('error');
  });
});
