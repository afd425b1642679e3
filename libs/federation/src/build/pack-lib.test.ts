import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { packLib } from './pack-lib'

let folder = ''
const lib = () => path.join(folder, 'lib')
const packageJson = {
  ...{ name: '@shop/small', version: '1.2.3', private: true, type: 'module' },
  exports: {
    '.': './src/index.ts',
    './more': './src/more.ts',
    './testing': './src/testing.ts',
    './package.json': './package.json',
  },
  dependencies: { '@shop/other': '*', react: '19.3.1' },
  devDependencies: { '@shop/testing': '*' },
}
const files = {
  'package.json': JSON.stringify(packageJson),
  'api.txt': 'twice: (n: number) => number\n',
  'src/index.ts': "export { twice } from './twice'",
  'src/twice.ts': 'export const twice = (n: number): number => 2 * n',
  'src/more.ts': 'export const more = true',
  'dist/types/src/index.d.ts': "export { twice } from './twice';",
  'dist/types/src/twice.d.ts': 'export declare const twice: (n: number) => number;',
  'dist/types/src/twice.test.d.ts': 'export {};',
  'dist/types/tsconfig.tsbuildinfo': '{}',
}
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shop-pack-test-'))
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(lib(), file)), { recursive: true })
    await writeFile(path.join(lib(), file), content)
  }
})
afterEach(() => rm(folder, { recursive: true }))

test('a lib is packed with JavaScript, types and its API report', async () => {
  const file = await packLib(lib(), folder)
  expect(file).toBe('shop-small-1.2.3.tgz')
  execFileSync('tar', ['-xzf', file], { cwd: folder })
  const packed = path.join(folder, 'package')
  expect((await readdir(path.join(packed, 'types/src'))).sort()).toEqual(['index.d.ts', 'twice.d.ts'])
  expect(await readFile(path.join(packed, 'api.txt'), 'utf8')).toBe(files['api.txt'])
  expect(JSON.parse(await readFile(path.join(packed, 'package.json'), 'utf8'))).toEqual({
    ...{ name: '@shop/small', version: '1.2.3', type: 'module' },
    exports: {
      '.': { types: './types/src/index.d.ts', default: './dist/index.js' },
      './more': { types: './types/src/more.d.ts', default: './dist/more.js' },
      './package.json': './package.json',
    },
    dependencies: { '@shop/other': '^1.2.3', react: '19.3.1' },
  })
  const bundle: unknown = await import(pathToFileURL(path.join(packed, 'dist/index.js')).href)
  expect(bundle).toHaveProperty('twice')
})

test('a lib whose types are not there is not packed, and the words say what to run', async () => {
  await rm(path.join(lib(), 'dist'), { recursive: true })
  await expect(packLib(lib(), folder)).rejects.toThrow(
    '@shop/small has no types yet: run npx nx typecheck @shop/small',
  )
})
