import { closeSync, openSync, statSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Account } from './postgres-account'

/** A path by which another account's process reaches a folder, and the open files it must inherit for that. */
export interface FolderAccess {
  path: string
  stdio: number[]
  close(): void
}

/**
 * The folder may belong to the account and still be below one it cannot enter (/root). Then its process inherits the
 * open folder as a file descriptor.
 */
export function grantAccess(account: Account, folder: string): FolderAccess {
  if (
    account.uid === undefined ||
    process.platform !== 'linux' ||
    mayEnterAll(account, dirname(resolve(folder)))
  ) {
    return { path: resolve(folder), stdio: [], close: () => undefined }
  }
  const open = openSync(folder, 'r')
  return { path: '/proc/self/fd/3', stdio: [open], close: () => closeSync(open) }
}

function mayEnterAll(account: Account, folder: string): boolean {
  const { mode, uid, gid } = statSync(folder)
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  if ((mode & bit) === 0) return false
  return dirname(folder) === folder || mayEnterAll(account, dirname(folder))
}

/** Makes the account the owner of a folder, when it is another account than ours. */
export async function giveTo(account: Account, folder: string): Promise<void> {
  if (account.uid !== undefined && account.gid !== undefined) await chown(folder, account.uid, account.gid)
}
