import { defineConfig } from 'oxlint';
import { walls } from './scripts/walls.ts';

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'node', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['**/dist/**', 'data/**'],
  rules: {
    'typescript/no-floating-promises': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-imports': 'error',
    'import/no-default-export': 'error',
    'import/no-cycle': 'error',
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'max-lines': ['error', { max: 400 }],
    // Vitest reads from the pattern of its first parameter what a fixture needs, also where that is nothing.
    'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
    // Casts stand where data comes in and are read in review; a guard for each would check what zod checks already.
    'typescript/no-unsafe-type-assertion': 'off',
    // Parts are plain objects made by createX(): their methods do not use `this`.
    'typescript/unbound-method': 'off',
    // These see mistakes where there are none: local functions, BroadcastChannel, conditions changed by a callback, pg.
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/prefer-add-event-listener': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    'no-unmodified-loop-condition': 'off',
    'import/no-named-as-default-member': 'off',
    // Waiting for a condition is an assertion; tables of cases may expect by case.
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'waitFor'] }],
    'vitest/no-conditional-expect': 'off',
    'react/react-in-jsx-scope': 'off',
    // About React's compiler, which does not build this.
    'react/incompatible-library': 'off',
    // The compiler sees missing returns, and knows exhaustive switches and effects with and without an end.
    'typescript/consistent-return': 'off',
    // Labels are found below a few elements of layout.
    'jsx-a11y/control-has-associated-label': ['error', { depth: 6 }],
    'jsx-a11y/label-has-associated-control': ['error', { depth: 6, controlComponents: ['FilePicker'] }],
    // role="status" says more than <output>; focus goes to a field that the person just asked for; forms hear Escape.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/no-autofocus': 'off',
    'jsx-a11y/no-noninteractive-element-interactions': 'off',
    // What scrolls by itself takes the focus, or the keyboard could not scroll it (WCAG 2.1.1).
    'jsx-a11y/no-noninteractive-tabindex': ['error', { tags: [], roles: ['tabpanel', 'region', 'group'] }],
    // A person's own films and recordings have no captions.
    'jsx-a11y/media-has-caption': 'off',
    'import/no-unassigned-import': [
      'error',
      { allow: ['**/*.css', '@fontsource*/**', 'pdfjs-dist/**/pdf.worker.mjs'] },
    ],
  },
  overrides: [
    { files: ['*.config.ts'], rules: { 'import/no-default-export': 'off' } },
    { files: ['server/**/*.ts'], rules: { 'node/no-process-env': 'error' } },
    { files: ['server/config/config.ts', 'server/config.test.ts'], rules: { 'node/no-process-env': 'off' } },
    // Waiting for what a page shows is the assertion.
    { files: ['tests/e2e/**/*.ts'], rules: { 'vitest/expect-expect': 'off' } },
    ...walls,
  ],
});
