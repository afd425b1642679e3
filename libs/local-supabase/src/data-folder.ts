import { constants } from 'node:fs'
import { access, chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processMark } from './process-mark'
import { hasCode, StartError } from './start-error'

/** The paths inside DATA_DIR. */
export interface DataFolder {
  root: string
  postgres: string
  keys: string
  objects: string
  /** Releases the lock on the folder. */
  release(): Promise<void>
}

/**
 * Makes DATA_DIR if needed and claims it for this process.
 * @throws StartError when it cannot be written or a running process has locked it.
 */
export async function claimDataFolder(root: string): Promise<DataFolder> {
  const objects = join(root, 'objects')
  try {
    await mkdir(objects, { recursive: true })
    await access(root, constants.W_OK | constants.X_OK)
    await chmod(objects, 0o700)
  } catch (error) {
    const why = hasCode(error, 'ENOTDIR') ? 'is not a folder' : 'cannot be written'
    throw new StartError(`DATA_DIR ${root} ${why}: set DATA_DIR to a folder this user may write to.`)
  }
  const lock = join(root, 'backend.pid')
  const mark = processMark(process.pid)
  const holder = await readFile(lock, 'utf8').catch(() => '')
  const holderPid = Number.parseInt(holder, 10)
  if (holder !== mark && holderPid > 0 && processMark(holderPid) === holder) {
    throw new StartError(
      `DATA_DIR ${root} is in use by process ${holderPid}: stop that process or set another DATA_DIR.`,
    )
  }
  await writeLock(lock, mark ?? String(process.pid), root)
  return {
    root,
    postgres: join(root, 'postgres'),
    keys: join(root, 'keys.json'),
    objects,
    release: () => rm(lock, { force: true }),
  }
}

async function writeLock(lock: string, text: string, root: string): Promise<void> {
  try {
    await writeFile(lock, text)
  } catch {
    throw new StartError(
      `DATA_DIR ${root} cannot be written: set DATA_DIR to a folder this user may write to.`,
    )
  }
}
