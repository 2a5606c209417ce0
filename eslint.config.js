import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import reactHooks from 'eslint-plugin-react-hooks';
import importX from 'eslint-plugin-import-x';
import jest from 'eslint-plugin-jest';
import testingLibrary from 'eslint-plugin-testing-library';
import prettier from 'eslint-config-prettier';
import { catalogueOnly } from './scripts/lint/catalogueOnly.js';
import { bannedNames, longFunctions, manyParameters, maxLines, maxParams } from './scripts/lint/limits.js';

export default tseslint.config(
  {
    ignores: ['**/dist/**', '**/dist-types/**', '**/*.cjs', '**/*.mjs', '**/*.js', '.data/**', 'devTools/**', 'tmp/**'],
  },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  { languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } } },
  {
    plugins: { 'import-x': importX },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'import-x/no-default-export': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'Take the time from the Clock you were given.',
        },
        {
          selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message: 'Take the time from the Clock you were given.',
        },
        { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
        { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that has it.' },
      ],
    },
  },
  {
    files: ['bot/src/main.ts', 'scripts/**', 'bench/**', 'tests/load/**', 'vite.config.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  { files: ['tab/vite.config.ts'], rules: { 'import-x/no-default-export': 'off' } },
  { files: ['tab/**/*.tsx'], ...reactHooks.configs.flat['recommended-latest'] },
  {
    files: ['tab/src/**/*.{ts,tsx}', 'bot/src/**/*.ts'],
    ignores: ['**/*.test.*', 'tab/src/testing/**'],
    plugins: { rollcall: { rules: { 'catalogue-only': catalogueOnly } } },
    rules: { 'rollcall/catalogue-only': 'error' },
  },
  {
    files: ['bot/src/**', 'tab/src/**', 'scripts/**', 'bench/**', 'tests/support/**'],
    // Rows of a table of cases have as many parameters as columns.
    ignores: ['**/*.test.*', ...manyParameters],
    rules: { 'max-params': maxParams },
  },
  {
    files: ['bot/src/**', 'tab/src/**', 'scripts/**', 'bench/**'],
    ignores: ['**/*.test.*', ...longFunctions],
    rules: { 'max-lines-per-function': maxLines },
  },
  { rules: { 'id-denylist': ['error', ...bannedNames] } },
  {
    files: ['**/*.test.{ts,tsx}'],
    ...jest.configs['flat/recommended'],
    rules: {
      ...jest.configs['flat/recommended'].rules,
      'jest/expect-expect': [
        'error',
        { assertFunctionNames: ['expect', 'expect*', 'fc.assert', 'see*', '**.waitFor', '**.hears'] },
      ],
    },
  },
  { files: ['tab/**/*.test.tsx'], ...testingLibrary.configs['flat/react'] },
  prettier,
);
