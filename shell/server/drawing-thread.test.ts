import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { setOf, shellBuild } from './drawing-testing'
import { drawingLimits, startThread } from './drawing-thread'
import { warmUp } from './server-builds'

test('a thread that is retired while it loads a build does not blame that build', async () => {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const nothing = () => undefined
  const thread = startThread(
    {
      shell: { file: 'shell.cjs', code: shellBuild },
      releaseSet: setOf('v1'),
      remotes: { 'mf-one': { file: 'mf-one.cjs', code: 'for (;;);' } },
      warmUp,
    },
    drawingLimits,
    { free: nothing, stuck: nothing, stray: nothing, ended: end },
  )
  let blamed = false
  thread.ready.catch(() => (blamed = true))
  thread.retire()
  await ended
  await setImmediate()
  expect(blamed).toBe(false)
})
