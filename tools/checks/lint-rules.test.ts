import { cruise } from 'dependency-cruiser'
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config'
import { ESLint } from 'eslint'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from '../environment'

const eslint = new ESLint({ cwd: root })

// Each text is linted as if it stood in a file of this repository.
test.each([
  [
    'a lib that imports one it may not',
    'libs/pricing/src/money.ts',
    "import { shop } from '@shop/settings'\nexport const name = shop\n",
    '@nx/enforce-module-boundaries',
  ],
  [
    'a library outside its facade',
    'shell/src/handles.ts',
    "import { atom } from 'jotai'\nexport const one = atom\n",
    'no-restricted-imports',
  ],
  [
    "Stripe's package in a shopper's bundle",
    'mf-cart-checkout/src/payment/stripe-payment.ts',
    "import Stripe from 'stripe'\nexport const one = Stripe\n",
    'no-restricted-imports',
  ],
  [
    "the back office's form library in a shopper's remote",
    'mf-account/src/routes.tsx',
    "import { useForm } from 'react-hook-form'\nexport default useForm\n",
    'no-restricted-imports',
  ],
  [
    'a component that remembers that it could not be loaded',
    'mf-account/src/account/account-page.tsx',
    "import { lazy } from 'react'\nexport const one = lazy\n",
    'no-restricted-imports',
  ],
  [
    'the fakes of tests in a build',
    'mf-account/src/account/account-page.tsx',
    "import { renderApp } from '@shop/testing'\nexport const one = renderApp\n",
    '@typescript-eslint/no-restricted-imports',
  ],
  [
    "an app's own test support in a build",
    'mf-account/src/tracking/track-order-page.tsx',
    "import { call } from './testing'\nexport const one = call\n",
    '@typescript-eslint/no-restricted-imports',
  ],
  [
    'a variable of a module',
    'libs/pricing/src/money.ts',
    'export let count = 0\ncount += 1\n',
    'no-restricted-syntax',
  ],
  [
    'a cache of a module',
    'libs/pricing/src/money.ts',
    'export const cache = new Map<string, string>()\n',
    'no-restricted-syntax',
  ],
  [
    'a module replaced among tests that share theirs',
    'libs/pricing/src/money.test.ts',
    "import { vi } from 'vitest'\nvi.mock('./vat')\n",
    'no-restricted-properties',
  ],
  [
    'a query that asserts nothing',
    'mf-account/src/account/account-page.test.tsx',
    "import { screen } from '@testing-library/react'\nscreen.queryByText('Orders')\n",
    'no-restricted-syntax',
  ],
  [
    'an element that is compared with null',
    'mf-account/src/account/account-page.test.tsx',
    "import { screen } from '@testing-library/react'\nimport { expect } from 'vitest'\nexpect(screen.queryByText('Orders')).toBeNull()\n",
    'jest-dom/prefer-in-document',
  ],
  [
    'a locator that asserts nothing',
    'mf-account/e2e/account.spec.ts',
    "import type { Page } from '@playwright/test'\nexport function look(page: Page) {\n  page.getByText('Orders')\n}\n",
    'playwright/no-unused-locators',
  ],
  [
    'a browser test that asserts nothing',
    'mf-account/e2e/account.spec.ts',
    "import { test } from './shop'\ntest('the account opens', async ({ page }) => {\n  await page.goto('/account')\n})\n",
    'playwright/expect-expect',
  ],
  ['any', 'libs/pricing/src/money.ts', 'export const value: any = 1\n', '@typescript-eslint/no-explicit-any'],
  [
    'an error that is expected',
    'libs/pricing/src/money.ts',
    "// @ts-expect-error it is a text\nexport const value: number = ''\n",
    '@typescript-eslint/ban-ts-comment',
  ],
  [
    'a rule that is switched off by a comment',
    'libs/pricing/src/money.ts',
    '// oxlint-disable-next-line typescript/no-floating-promises\nexport {}\n',
    'no-warning-comments',
  ],
  [
    'a file inside a package',
    'mf-admin/src/catalogue/scan/pixels.ts',
    "import Reader from '@zxing/library/esm/core/Reader'\nexport const one = Reader\n",
    'no-restricted-imports',
  ],
  [
    'a private name of a package',
    'libs/router/src/index.ts',
    "export { Link } from 'react-router-dom'\nimport { UNSAFE_LocationContext } from 'react-router-dom'\nexport const one = UNSAFE_LocationContext\n",
    'no-restricted-syntax',
  ],
  [
    "a private member of a library's object",
    'libs/state/src/index.ts',
    'export const one = (store: { _state: string }) => store._state\n',
    'no-restricted-syntax',
  ],
  [
    "a library's type that is faked by a cast",
    'libs/ui/src/index.ts',
    "import type { SystemContext } from '@chakra-ui/react'\nexport const one = {} as unknown as SystemContext\n",
    'no-restricted-syntax',
  ],
  [
    'a file of a package that a build replaces',
    'shell/rsbuild.config.ts',
    "import { rspack } from '@rsbuild/core'\nexport const one = new rspack.NormalModuleReplacementPlugin(/jotai/, './own-jotai')\n",
    'no-restricted-syntax',
  ],
  [
    'a file inside a package that a build uses in its place',
    'shell/rsbuild.config.ts',
    "export const one = { resolve: { alias: { jotai: './node_modules/jotai/esm/vanilla.mjs' } } }\n",
    'no-restricted-syntax',
  ],
  ['a file of 301 lines', 'libs/pricing/src/money.ts', 'export {}\n'.repeat(301), 'max-lines'],
])('lint finds %s', async (_law, file, text, rule) => {
  const [result] = await eslint.lintText(text, { filePath: path.join(root, file) })
  expect(result?.messages.map(({ ruleId }) => ruleId)).toEqual([rule])
})

test('no package is patched or replaced when it is installed', () => {
  const files = execFileSync('git', ['ls-files', '*package.json'], { cwd: root, encoding: 'utf8' })
  for (const file of files.trim().split('\n')) {
    const text = readFileSync(path.join(root, file), 'utf8')
    expect(text, file).not.toMatch(/"(patch-package|patchedDependencies|overrides|resolutions|postinstall)"/)
  }
})

type Names = { name: string }[]
interface Findings {
  issues: { files?: Names; exports?: Names; dependencies?: Names }[]
}

const folder = mkdtempSync(path.join(tmpdir(), 'laws-'))
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** The rules of imports that these files break, as `[rule, from, to]`. */
async function brokenImports(name: string, files: Record<string, string>): Promise<string[][]> {
  write(Object.fromEntries(Object.entries(files).map(([file, text]) => [`${name}/${file}`, text])))
  const { forbidden, options } = await extractConfig(path.join(root, '.dependency-cruiser.mjs'))
  const { output } = await cruise(['.'], {
    ...options,
    tsConfig: undefined,
    baseDir: path.join(folder, name),
    metrics: true,
    validate: true,
    ruleSet: { forbidden },
  })
  if (typeof output === 'string') throw new Error(output)
  return output.summary.violations.map(({ from, to, rule }) => [rule.name, from, to])
}

test('files that import each other are found, and folders that do though no two files of them do', async () => {
  const broken = await brokenImports('cycles', {
    'files/five.ts': "import type { Six } from './six'\nexport type Five = Six\n",
    'files/six.ts': "import type { Five } from './five'\nexport type Six = Five\n",
    'a/one.ts': "import { three } from '../b/three'\nexport const one = three\n",
    'a/two.ts': 'export const two = 2\n',
    'b/three.ts': 'export const three = 3\n',
    'b/four.ts': "import { two } from '../a/two'\nexport const four = two\n",
  })
  expect(broken).toEqual([
    ['no-file-circle', 'files/five.ts', 'files/six.ts'],
    ['no-folder-circle', 'a', 'b'],
    ['no-folder-circle', 'b', 'a'],
  ])
})

test('a screen of the back office that imports another group is found, as are a frame and a kit that know it', async () => {
  const src = 'mf-admin/src'
  const broken = await brokenImports('groups', {
    [`${src}/orders/order.ts`]: 'export const order = 1\n',
    [`${src}/orders/list.ts`]: "import { order } from './order'\nexport const list = [order]\n",
    [`${src}/people/person.ts`]: "import { order } from '../orders/order'\nexport const person = order\n",
    [`${src}/frame/sidebar.ts`]: "import { order } from '../orders/order'\nexport const sidebar = order\n",
    [`${src}/kit/field.ts`]: "import { order } from '../orders/order'\nexport const field = order\n",
    [`${src}/dashboard/page.ts`]: "import { order } from '../orders/order'\nexport const page = order\n",
  })
  expect(broken.sort()).toEqual([
    ['no-frame-to-group', `${src}/frame/sidebar.ts`, `${src}/orders/order.ts`],
    ['no-group-to-group', `${src}/people/person.ts`, `${src}/orders/order.ts`],
    ['no-kit-to-frame', `${src}/kit/field.ts`, `${src}/orders/order.ts`],
  ])
})

test('a test that asserts nothing is found, as is an assertion without a matcher or with one that says little', () => {
  write({
    'tests/one.test.ts': [
      "import { expect, test } from 'vitest'",
      "test('nothing', () => undefined)",
      "test('no matcher', () => { expect(1) })",
      "test('what is it?', () => { expect(1).toBeTruthy() })",
    ].join('\n'),
  })
  const args = ['--config', path.join(root, '.oxlintrc.json'), '--format', 'json', path.join(folder, 'tests')]
  const { stdout } = spawnSync(path.join(root, 'node_modules/.bin/oxlint'), args, { encoding: 'utf8' })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] }
  expect(diagnostics.map(({ code }) => code).sort()).toEqual([
    'vitest(expect-expect)',
    'vitest(no-restricted-matchers)',
    'vitest(valid-expect)',
  ])
})

test('an export, a file and a dependency without a use are found', () => {
  write({
    'unused/package.json': JSON.stringify({
      name: 'unused',
      type: 'module',
      main: 'src/index.ts',
      dependencies: { jotai: '1.0.0' },
    }),
    'unused/src/index.ts': "import { used } from './part'\nused()\n",
    'unused/src/part.ts': 'export const used = () => undefined\nexport const spare = 1\n',
    'unused/src/left.ts': 'export const left = 1\n',
  })
  const args = [
    '--directory',
    path.join(folder, 'unused'),
    '--config',
    path.join(root, 'knip.jsonc'),
    '--reporter',
    'json',
    '--no-exit-code',
    '--no-progress',
  ]
  const { issues } = JSON.parse(
    execFileSync(path.join(root, 'node_modules/.bin/knip'), args, { encoding: 'utf8' }),
  ) as Findings
  const found = issues.flatMap(({ files = [], exports = [], dependencies = [] }) => [
    ...files,
    ...exports,
    ...dependencies,
  ])
  expect(found.map(({ name }) => name).sort()).toEqual(['jotai', 'spare', 'src/left.ts'])
})
