import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const isSource = (file: string) =>
  /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)(testing|(?:fake|test)-[^/]*)\.tsx?$/.test(file)

/** The team and the paths that a remote's configuration names. */
export function claimsOf(root: string, remote: string): { owner: string; mounts: string[] } {
  const config = readFileSync(path.join(root, remote, 'rsbuild.config.ts'), 'utf8')
  const list = /mounts: \[([^\]]*)\]/.exec(config)?.[1] ?? ''
  return {
    owner: /owner: '([^']*)'/.exec(config)?.[1] ?? '',
    mounts: [...list.matchAll(/'([^']+)'/g)].map(([, mount = '']) => mount),
  }
}

/** The sources in these folders, tests left out, by their path from the root. */
export function sourcesIn(root: string, folders: readonly string[]): Map<string, string> {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
      .filter(isSource),
  )
  return new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
}

/** How many pages a file may name, to link or redirect to them, without that being a list. */
const fewPages = 2

/**
 * The pages that a source lists: nothing below three of them. In a pattern they are the alternatives of a group.
 * @param paths of all pages
 */
export function pagesListedIn(source: string, paths: readonly string[]): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '')
  const links = code.replace(/\b(?:to|href|action)[=:] ?\{?["'`][^"'`]*["'`]/g, '')
  const named = paths.filter((page) => {
    const escaped = page.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const alternative = escaped.slice(1)
    return new RegExp(`["'\`]${escaped}(?:["'\`/?#])|[(|:^/]${alternative}[|)]`).test(links)
  })
  return named.length > fewPages ? named : []
}
