import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  globalIgnores(['dist/', 'test-results/', 'src/lib/api/types.ts']),
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  svelte.configs.recommended,
  // Layout is prettier's business.
  svelte.configs.prettier,
  {
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      // The compiler knows every name, those of the browser and of Svelte too.
      'no-undef': 'off',
      // `noUncheckedIndexedAccess` doubts every index; where one is known to hold, `!` says so.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // `onclick={() => act()}` and `() => (open = false)` are how a template is written.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_$' }],
      // `void game.seq` is how an effect says that it depends on something it does not use.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      '@typescript-eslint/restrict-plus-operands': ['error', { allowNumberAndString: true }],
      // `{' '}` is a space that the formatter must not take away.
      'svelte/no-useless-mustaches': 'off',
      // Maps and sets are made anew by a `$derived` and never changed after that.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    // What a component calls back with is `any` to this parser; svelte-check knows the type and checks it.
    files: ['**/*.svelte'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // The board is a component of its own: everything it needs comes in as a prop.
    files: ['src/board/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^(\\.\\./)+(i18n|lib|parts|screens)/', message: 'The board takes what it needs as props.' },
          ],
        },
      ],
    },
  },
  {
    // The files of the tools themselves belong to no program.
    files: ['*.js', 'site/*.js'],
    extends: [ts.configs.disableTypeChecked],
  },
);
