import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { root } from './environment'

/** The remotes of this repository: its folders `mf-…` with a build. */
export const remoteNames: readonly string[] = readdirSync(root)
  .filter((name) => name.startsWith('mf-') && existsSync(path.join(root, name, 'rsbuild.config.ts')))
  .sort()

/** The members of a release set, by folder. */
export const memberNames: readonly string[] = ['shell', ...remoteNames]
