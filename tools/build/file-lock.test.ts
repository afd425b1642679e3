import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { spawnSync } from 'node:child_process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withLock } from './file-lock'

let folder = ''
let lock = ''

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shop-alone-'))
  lock = path.join(folder, 'build.lock')
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

test('the lock is released, also when the task fails', async () => {
  expect(await withLock(lock, () => Promise.resolve(existsSync(lock)))).toBe(true)
  await expect(withLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(existsSync(lock)).toBe(false)
})

test('a task waits until the process that holds the lock releases it', async () => {
  writeFileSync(lock, String(process.ppid))
  let done = false
  const waiting = withLock(lock, () => {
    done = true
    return Promise.resolve()
  })
  expect(done).toBe(false)
  rmSync(lock)
  await waiting
  expect(done).toBe(true)
})

test('a lock is taken over from a process that ended, from one of the same number, and after fifteen minutes', async () => {
  const ended = spawnSync(process.execPath, ['-e', '']).pid
  for (const owner of [ended, process.pid]) {
    writeFileSync(lock, String(owner))
    expect(await withLock(lock, () => Promise.resolve('done'))).toBe('done')
  }
  writeFileSync(lock, String(process.ppid))
  const long = new Date(Date.now() - 16 * 60 * 1000)
  utimesSync(lock, long, long)
  expect(await withLock(lock, () => Promise.resolve('done'))).toBe('done')
})
