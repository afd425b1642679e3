import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../environment'

/** The text of the files of a folder whose path in it matches. */
const textOf = (folder: string, files: RegExp): string =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => files.test(file))
    .map((file) => readFileSync(path.join(root, folder, file), 'utf8'))
    .join('\n')

/** The components that statements name. @param statement its first group is their list */
const componentsOf = (text: string, statement: RegExp): string[] => {
  const names = [...text.matchAll(statement)].flatMap(([, list = '']) => list.split(','))
  return [...new Set(names.map((name) => name.trim()).filter((name) => /^[A-Z]\w*$/.test(name)))]
}

const shown = ['libs/ui/src', 'mf-admin/src/kit', 'mf-admin/src/frame/list-screen', 'tools/gallery']
  .map((folder) => textOf(folder, /\.stories\.tsx$|preview\.tsx$/))
  .join('\n')
const missing = (components: string[]) => components.filter((name) => !new RegExp(`<${name}\\b`).test(shown))

test('every component of the design system has a story', () => {
  const components = componentsOf(textOf('libs/ui/src', /^index\.ts$/), /^export \{([^}]*)\}/gm)
  expect(components).toContain('Button')
  expect(missing(components)).toEqual([])
})

test('every component of the kit that screens use has a story', () => {
  const screens = textOf('mf-admin/src', /^(?!kit|frame\/list-screen).*(?<!\.test)\.tsx$/)
  const components = componentsOf(screens, /^import \{([^}]*)\} from '(?:\.\.?\/)+kit\/[\w-]+'/gm)
  expect(components).toContain('DataTable')
  expect(missing(components)).toEqual([])
})
