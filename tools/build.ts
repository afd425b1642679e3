import { globalNameOf, type Release } from '@shop/federation/build'
import { parseReleaseSet, type ReleaseSet } from '@shop/federation'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root, UsageError } from './environment'

/** The remotes of this repository, by folder. */
export const remoteNames = ['mf-catalog', 'mf-cart-checkout', 'mf-account', 'mf-admin'] as const

const env = () => ({ ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', NX_NO_CLOUD: 'true', NODE_ENV: 'production', FORCE_COLOR: '0' })

/** Builds what changed since the last build. @throws UsageError with the build's own output in the log */
export function buildAll(projects: readonly string[] = ['@shop/shell', ...remoteNames.map((name) => `@shop/${name}`)]): Promise<void> {
  const nx = path.join(root, 'node_modules/nx/dist/bin/nx.js')
  const bin = existsSync(nx) ? nx : path.join(root, 'node_modules/nx/bin/nx.js')
  const child = spawn(process.execPath, [bin, 'run-many', '-t', 'build', '-p', projects.join(','), '--outputStyle=static', '--parallel=2'], { cwd: root, env: env() })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      if (code === 0) return resolve()
      console.error(output)
      reject(new UsageError('The build failed; see above.'))
    })
  })
}

/** The release that an app's last build left behind. @throws Error when there is none */
export function releaseOf(name: string): Release {
  const record: Release = JSON.parse(readFileSync(path.join(root, name, 'dist/releases/release.json'), 'utf8'))
  return record
}

/** The release set of what was built last. */
export function builtReleaseSet(): ReleaseSet {
  const remotes = Object.fromEntries(
    remoteNames.map((name) => {
      const { version, entry, manifest, routes, pages, mounts, server } = releaseOf(name)
      const base = `/releases/${name}/${version}/`
      return [name, { version, manifest: base + manifest, entry: base + entry, globalName: globalNameOf(name), routes: routes.map((file) => base + file), pages: pages.map((file) => base + file), mounts, server: server && base + server }]
    }),
  )
  const id = createHash('sha256').update(JSON.stringify(remotes)).digest('hex').slice(0, 12)
  return parseReleaseSet({ id, remotes })
}

/** Makes a release set live: the document is replaced in one step, so that no reader sees half of it. */
export function promote(file: string, set: ReleaseSet): void {
  const next = `${JSON.stringify(set, null, 2)}\n`
  if (existsSync(file) && readFileSync(file, 'utf8') === next) return
  writeFileSync(`${file}.next`, next)
  renameSync(`${file}.next`, file)
}
