import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha384 } from '../store/verify-release'
import type { Release } from './release-plugin'

const root = path.join(import.meta.dirname, '../../../..')
const lib = 'libs/federation'
const names = ['one', 'two-with-a-longer-name']
// Everything that the bundler reads into a build; the tools themselves are linked.
const copied = new Set(['@module-federation', '@shop', '.federation'])
let folder = ''
const built: Release[] = []

/** A small remote in a folder with its own copies of all that its build reads. */
async function remoteIn(checkout: string): Promise<string> {
  const remote = path.join(checkout, 'mf-small')
  await mkdir(path.join(remote, 'src'), { recursive: true })
  await cp(path.join(root, lib, 'src'), path.join(checkout, lib, 'src'), { recursive: true })
  await cp(path.join(root, lib, 'package.json'), path.join(checkout, lib, 'package.json'))
  const modules = path.join(checkout, 'node_modules')
  await mkdir(path.join(modules, '@shop'), { recursive: true })
  await cp(path.join(root, 'node_modules/@module-federation'), path.join(modules, '@module-federation'), {
    recursive: true,
  })
  await symlink(path.join(checkout, lib), path.join(modules, '@shop/federation'))
  for (const name of await readdir(path.join(root, 'node_modules')))
    if (!copied.has(name)) await symlink(path.join(root, 'node_modules', name), path.join(modules, name))
  for (const name of ['settings', 'pricing', 'state', 'supabase', 'router', 'ui', 'auth', 'cart', 'wishlist'])
    await symlink(path.join(root, 'libs', name), path.join(modules, '@shop', name))
  const files = {
    'package.json': '{ "name": "@shop/mf-small", "version": "1.0.0", "type": "module" }',
    'rsbuild.config.ts': `import { defineApp } from '@shop/federation/build'
      export default defineApp({ name: 'mf-small', owner: 'small team', role: 'remote', mounts: ['/small'], serverRendered: true })`,
    'src/routes.tsx': `import { formatPence } from '@shop/pricing'
      import { defineRoutes } from '@shop/router'
      import { Button, type ButtonProps } from '@shop/ui'
      const onServer = typeof document === 'undefined'
      const props = {} as ButtonProps
      const page = onServer && { title: 'Small', description: 'A small page.' }
      export default defineRoutes([
        { path: '/small', crumb: formatPence(100), page, Component: () => <Button {...props} /> },
        { path: '/small/lazy', page, lazy: () => import('./page') },
      ])`,
    'src/page.tsx': `import { useState } from 'react'
      import './page.css'
      export const Component = () => useState(0)`,
    'src/page.css': '.small { color: #123456 }',
  }
  for (const [file, content] of Object.entries(files)) await writeFile(path.join(remote, file), content)
  return remote
}

async function build(remote: string): Promise<Release> {
  const rsbuild = path.join(root, 'node_modules/@rsbuild/core/bin/rsbuild.js')
  const run = promisify(execFile)
  for (const environment of ['server', 'contract', 'web'])
    await run(process.execPath, [rsbuild, 'build', '--environment', environment], {
      cwd: remote,
      env: { ...process.env, NODE_ENV: 'production' },
    })
  const release: Release = JSON.parse(await readFile(path.join(remote, 'dist/releases/release.json'), 'utf8'))
  return release
}

const firstBuild = () => path.join(folder, names[0] ?? '', 'mf-small/dist/releases', built[0]?.version ?? '')
const fileOf = (file: string) => readFile(path.join(firstBuild(), file), 'utf8')

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'shop-builds-')))
  for (const name of names) built.push(await build(await remoteIn(path.join(folder, name))))
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the same source built in two folders gives the same version', () => {
  expect(built[0]?.version).toMatch(/^[0-9a-f]{12}$/)
  expect(built[1]).toEqual(built[0])
})

test('a release knows the names that it imports of each shared lib, types not counted', () => {
  expect(built[0]?.needs).toEqual({
    '@shop/pricing': ['formatPence'],
    '@shop/router': ['defineRoutes'],
    '@shop/ui': ['Button'],
    react: ['useState'],
    'react/jsx-runtime': ['jsx'],
  })
})

test('the entry has the hashes of all its chunks and style sheets, so that its own hash covers them', async () => {
  const { entry = '' } = built[0] ?? {}
  const chunks = (await readdir(firstBuild(), { recursive: true })).filter((file) =>
    /^(js|static)\/.*\.(js|css)$/.test(file),
  )
  expect(chunks.some((file) => file.endsWith('.css'))).toBe(true)
  const code = await fileOf(entry)
  for (const chunk of chunks) expect(code).toContain(sha384(await fileOf(chunk)))
})
