import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { root } from '../tools/environment'

const leftOut = new Set([
  ...['node_modules', '.git', '.nx', '.data', '.releases', 'contract'],
  // What other tests write meanwhile.
  ...['test-results', 'all-results'],
])

/** Copies this checkout with its builds; installed packages are linked, those of the workspace to their copies. */
export function copyCheckout(folder: string): void {
  cpSync(root, folder, {
    recursive: true,
    preserveTimestamps: true,
    filter: (source) => !leftOut.has(path.basename(source)),
  })
  const parts = [
    '.',
    ...readdirSync(root),
    ...readdirSync(path.join(root, 'libs')).map((lib) => `libs/${lib}`),
  ]
  for (const part of parts) {
    const packages = path.join(root, part, 'node_modules')
    if (!existsSync(packages)) continue
    const links = path.join(folder, part, 'node_modules')
    mkdirSync(links)
    for (const name of readdirSync(packages))
      if (name === '@shop')
        cpSync(path.join(packages, name), path.join(links, name), { recursive: true, verbatimSymlinks: true })
      else symlinkSync(path.join(packages, name), path.join(links, name))
  }
}
