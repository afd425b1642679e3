// Entry of every command. It is plain JavaScript, since it may be what installs the rest.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const [command, ...rest] = process.argv.slice(2)
/** The folder of each command. */
const folders = {
  start: 'start',
  dev: 'start',
  reset: 'start',
  test: 'test',
  'test-node': 'test',
  'test-browsers': 'browsers',
  'test-production': 'production',
  gallery: 'gallery',
  bench: 'bench',
  pictures: '.',
  release: 'release',
  releases: 'release',
  promote: 'release',
  rollback: 'release',
  canary: 'release',
  packages: 'release',
}

const { engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const [major, minor] = process.versions.node.split('.').map(Number)
// Of the operators of a range, package.json uses `^` and `||`.
const supported = engines.node.split('||').some((line) => {
  const [ownMajor, oldestMinor] = line.replace('^', '').split('.').map(Number)
  return major === ownMajor && minor >= oldestMinor
})
if (!supported) {
  console.error(
    `Node ${process.versions.node} is not supported: install a version in the range ${engines.node}.`,
  )
  process.exit(1)
}
if (!command || !Object.hasOwn(folders, command)) {
  console.error(`Unknown command "${command ?? ''}": use one of ${Object.keys(folders).join(', ')}.`)
  process.exit(1)
}

// Bundlers read these characters in a path as parts of an address.
if (/[#?]/.test(root)) {
  console.error(`The folder ${root} cannot be built, since its path has a # or a ?: move it to another path.`)
  process.exit(1)
}

const installed = path.join(root, 'node_modules/.package-lock.json')
const lock = path.join(root, 'package-lock.json')
if (!existsSync(installed) || (statSync(installed).mtimeMs < statSync(lock).mtimeMs - 1000 && !sameLock())) {
  console.log('Installing packages …')
  const npm = process.env.npm_execpath
  // With NODE_ENV=production npm would leave out what builds and tests the shop.
  const install = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const result = npm
    ? spawnSync(process.execPath, [npm, ...install], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', install, {
        cwd: root,
        stdio: 'inherit',
        shell: process.platform === 'win32',
      })
  if (result.status !== 0) {
    console.error('Installing the packages failed; see above.')
    process.exit(result.status ?? 1)
  }
}

/** True when every package of the lock file is installed in its version, whatever the files' dates say. */
function sameLock() {
  const wanted = JSON.parse(readFileSync(lock, 'utf8')).packages
  const present = JSON.parse(readFileSync(installed, 'utf8')).packages
  return Object.entries(wanted).every(
    ([name, entry]) =>
      !name ||
      entry.optional ||
      entry.link ||
      !name.includes('node_modules') ||
      present[name]?.version === entry.version,
  )
}

process.chdir(root)
const file = path.join(root, 'tools', folders[command], `${command}.ts`)
process.argv = [process.argv[0] ?? 'node', file, ...rest]
// Emails are React components: tsx has to know how JSX is compiled.
process.env.TSX_TSCONFIG_PATH = path.join(root, 'tsconfig.base.json')
const { register } = await import('tsx/esm/api')
register()
await import(pathToFileURL(file).href)
