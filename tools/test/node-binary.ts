import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { root, UsageError } from '../environment'

/** The newest version of Node that the shop is tested with. */
export const newestNode = '26.12.1'

/** The npm package with Node for this machine; the package `node` would fetch it by an install script. */
function packageName(): string {
  const machine = `${process.platform}-${process.arch}`
  return machine === 'darwin-arm64' ? `node-bin-${machine}` : `node-${machine}`
}

/** The version of a Node; null when it is not there or does not run. */
export function versionOf(binary: string): string | null {
  const { status, stdout } = spawnSync(binary, ['--version'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim().slice(1) : null
}

/**
 * Installs a version of Node from npm into the checkout, unless it is there already.
 * @param version a whole version, or a line, such as 26, for its newest version
 * @returns the path of its binary
 * @throws UsageError when npm cannot install it
 */
export function ensureNode(version: string): string {
  const folder = path.join(root, '.nx/node', version)
  const name = packageName()
  const binary = path.join(folder, 'node_modules', name, 'bin/node')
  if (versionOf(binary) === version) return binary
  mkdirSync(folder, { recursive: true })
  const into = ['--prefix', folder, '--no-save', '--no-package-lock', '--ignore-scripts']
  const args = ['install', ...into, '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`]
  const { status } = spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status === 0 && versionOf(binary) !== null) return binary
  throw new UsageError(`npm could not install Node ${version}, the package ${name}@${version}: see above.`)
}

/** The environment in which all that is started as `node` runs on that binary, such as the commands of packages. */
export function environmentOf(binary: string): { PATH: string } {
  return { PATH: `${path.dirname(binary)}${path.delimiter}${process.env.PATH ?? ''}` }
}
