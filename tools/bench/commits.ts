import { execFileSync } from 'node:child_process'
import { root } from '../environment'
import { memberNames } from '../remotes'

/** Files by commit, of the newest commits that are not merges. */
const filesByCommit = (most: number): string[][] =>
  execFileSync('git', ['log', `-${most}`, '--no-merges', '--name-only', '--format=%x00'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
    .split('\0')
    .slice(1)
    .map((files) => files.split('\n').filter(Boolean))

/**
 * Counts the commits that change an app, and those of them that change nothing outside of its folder.
 * @param commits files by commit, as paths from the root
 */
export function commitsOfOneApp(
  commits: readonly (readonly string[])[],
  apps: readonly string[],
): { ofAnApp: number; ofOneAppOnly: number } {
  const changed = commits.map((files) => new Set(files.map((file) => file.split('/')[0] ?? '')))
  const ofAnApp = changed.filter((folders) => apps.some((app) => folders.has(app)))
  return { ofAnApp: ofAnApp.length, ofOneAppOnly: ofAnApp.filter(({ size }) => size === 1).length }
}

/** Prints how many of the last 100 commits that change an app change that app alone. */
export function benchCommits(): void {
  const { ofAnApp, ofOneAppOnly } = commitsOfOneApp(filesByCommit(100), memberNames)
  const share = ofAnApp === 0 ? 0 : Math.round((100 * ofOneAppOnly) / ofAnApp)
  console.log(
    `Of the last 100 commits ${ofAnApp} change an app; ${ofOneAppOnly} of these change nothing else: ${share} %`,
  )
}
