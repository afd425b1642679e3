import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { command, root } from '../environment'

/** The folders of a folder that TypeScript is set up for. */
const projectsIn = (folder: string) =>
  readdirSync(path.join(root, folder))
    .filter((name) => name !== 'node_modules')
    .map((name) => path.join(folder, name))
    .filter((each) => existsSync(path.join(root, each, 'tsconfig.json')))

// Checks the types of everything, also what several projects share: journeys, the service worker.
command(() => {
  const projects = projectsIn('.').flatMap((project) => [project, ...projectsIn(project)])
  const tsc = path.join(root, 'node_modules/typescript-7/bin/tsc')
  const { status } = spawnSync(process.execPath, [tsc, '-b', ...projects, ...projectsIn('libs')], {
    cwd: root,
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
  return Promise.resolve()
})
