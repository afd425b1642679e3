import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { pageModules } from './page-scripts'

test('the modules of a page are those of browsers, its layouts’ before its own, and none is run', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'routes-'))
  await writeFile(path.join(root, 'broken-page.ts'), 'throw new Error("was run")')
  await writeFile(
    path.join(root, 'routes.ts'),
    `const onServer = typeof document === 'undefined'
    export default [
      { path: '/plain' },
      { path: '/form', lazy: onServer ? () => import('./form-without-scripts') : () => import('./form-page') },
      { path: '/desk', lazy: () => import('./desk/frame'), children: [
        { index: true, lazy: () => import('./broken-page') },
        { path: '/desk/drawer', lazy: () => import('./desk/drawer-page') },
      ] },
    ]`,
  )
  const modules = await pageModules(root, './routes.ts')
  await rm(root, { recursive: true })
  expect(modules.map((page) => page.map((file) => path.relative(root, file)))).toEqual([
    [],
    ['form-page'],
    ['desk/frame', 'broken-page'],
    ['desk/frame', 'desk/drawer-page'],
  ])
})
