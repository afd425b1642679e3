import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createShutdown, endChild } from './shutdown'

const exit = vi.fn<(code: number) => void>()

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})
afterEach(() => {
  exit.mockReset()
})

test('cleanups run in reverse order, one after another, and then the process ends', async () => {
  const announced: string[] = []
  const shutdown = createShutdown(exit, 15_000)
  for (const name of ['backend', 'data', 'web']) {
    shutdown.add(async () => {
      announced.push(`${name} ends`)
      await Promise.resolve()
      announced.push(`${name} ended`)
    })
  }
  await shutdown.stop()
  expect(announced).toEqual([
    'web ends',
    'web ended',
    'data ends',
    'data ended',
    'backend ends',
    'backend ended',
  ])
  expect(exit.mock.calls).toEqual([[0]])
})

test('a failing cleanup does not stop the others, and sets the exit code', async () => {
  const backend = vi.fn()
  const shutdown = createShutdown(exit, 15_000)
  shutdown.add(backend)
  shutdown.add(() => Promise.reject(new Error('no')))
  await shutdown.stop()
  expect(backend).toHaveBeenCalledOnce()
  expect(exit.mock.calls).toEqual([[1]])
})

test('a cleanup that never ends is limited by the timeout', async () => {
  vi.useFakeTimers()
  const shutdown = createShutdown(exit, 5000)
  shutdown.add(() => new Promise(() => undefined))
  void shutdown.stop()
  await vi.advanceTimersByTimeAsync(4999)
  expect(exit).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(exit.mock.calls).toEqual([[1]])
})

test('a second signal ends nothing twice; what is started meanwhile ends at once', async () => {
  const backend = vi.fn()
  const late = vi.fn()
  const shutdown = createShutdown(exit, 15_000)
  shutdown.add(backend)
  const first = shutdown.stop()
  await shutdown.stop()
  shutdown.add(late)
  await first
  expect(shutdown.stopping).toBe(true)
  expect(backend).toHaveBeenCalledOnce()
  expect(late).toHaveBeenCalledOnce()
  expect(exit).toHaveBeenCalledOnce()
})

test('a child process has ended before the promise resolves; one that has ended already is not waited for', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(child, 'spawn')
  await endChild(child)
  expect(child.signalCode).toBe('SIGTERM')
  await endChild(child)
})
