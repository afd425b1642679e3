import { formatFiles, generateFiles } from '@nx/devkit'
import { execFileSync } from 'node:child_process'
import path from 'node:path'

/** The time in UTC, as the names of migrations begin with it. */
const timestamp = () => new Date().toISOString().replace(/\D/g, '').slice(0, 14)

/**
 * Adds a remote with one page: its folder, and the migration that gives it the path of that page.
 * @param {import('@nx/devkit').Tree} tree
 * @param {{ name: string, owner?: string }} options
 * @returns what is run once the files are written
 */
export default async function addRemote(tree, { name, owner }) {
  if (tree.exists(name)) throw new Error(`There is a folder ${name} already.`)
  const screen = name.replace(/^mf-/, '')
  const title = screen.charAt(0).toUpperCase() + screen.slice(1).replaceAll('-', ' ')
  const values = { name, screen, title, owner: owner ?? screen, mount: `/${screen}` }
  generateFiles(tree, path.join(import.meta.dirname, 'files'), name, values)
  tree.write(
    `supabase/migrations/${timestamp()}_remote_${screen.replaceAll('-', '_')}.sql`,
    `-- ${name} serves what is below ${values.mount}.
insert into public.remotes (name, owner, mounts) values ('${name}', '${values.owner}', '{${values.mount}}');
`,
  )
  await formatFiles(tree)
  return () => {
    const run = (command, args) => execFileSync(command, args, { cwd: tree.root, stdio: 'inherit' })
    run(process.execPath, ['--import', 'tsx', 'supabase/lint-migrations.ts', '--list'])
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    execFileSync(npm, ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'], {
      ...{ cwd: tree.root, stdio: 'inherit', shell: process.platform === 'win32' },
    })
  }
}
