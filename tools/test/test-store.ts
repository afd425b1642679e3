import { cpSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../environment'
import { memberNames } from '../remotes'

/** The release store with what was built once for all tests. */
export const testStore = path.join(root, '.releases/tests')

/** A copy of that store for one shop, which signs and changes its releases. @returns its folder, which the caller removes */
export function ownTestStore(): string {
  const own = mkdtempSync(path.join(tmpdir(), 'shop-store-'))
  for (const name of memberNames) {
    const releases = path.join(testStore, name)
    if (existsSync(releases)) cpSync(releases, path.join(own, name), { recursive: true })
  }
  return own
}
