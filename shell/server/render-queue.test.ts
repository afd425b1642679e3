import { beforeEach, expect, test, vi } from 'vitest'
import { renderQueue, TooBusy } from './render-queue'

beforeEach(() => {
  vi.useFakeTimers()
})

/** Renders that end when they are told to. */
function renders() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const render = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name)
      ends.set(name, () => {
        resolve(name)
      })
    })
  const finish = async (name: string) => {
    ends.get(name)?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { begun, render, finish }
}

test('no more pages are rendered at once than allowed; the others follow in order', async () => {
  const { begun, render, finish } = renders()
  const queue = renderQueue({ concurrency: 2 })
  const done = ['a', 'b', 'c', 'd'].map((name) => queue.run(name, render(name)))
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(['a', 'b'])
  await finish('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  await finish('a')
  for (const name of ['c', 'd']) await finish(name)
  expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd'])
})

test('a failed render frees its slot', async () => {
  const queue = renderQueue({ concurrency: 1 })
  await expect(queue.run('a', () => Promise.reject(new Error('no good')))).rejects.toThrow('no good')
  const next = queue.run('a', () => Promise.resolve('rendered'))
  await vi.advanceTimersByTimeAsync(0)
  expect(await next).toBe('rendered')
})

test('a full queue refuses after a delay, a queued render after its timeout', async () => {
  const { render } = renders()
  const queue = renderQueue({ concurrency: 1, maxWaiting: 1, timeoutMs: 2000, refusalDelayMs: 500 })
  void queue.run('a', render('a'))
  const waiting = queue.run('b', render('b'))
  const full = queue.run('c', render('c'))
  await Promise.all([expect(full).rejects.toThrow(TooBusy), vi.advanceTimersByTimeAsync(500)])
  await Promise.all([expect(waiting).rejects.toThrow(TooBusy), vi.advanceTimersByTimeAsync(1500)])
})

test('waiting visitors take turns, and one visitor cannot fill the queue', async () => {
  const { begun, render, finish } = renders()
  const queue = renderQueue({ concurrency: 1, maxWaiting: 10, maxPerVisitor: 3 })
  const names = ['greedy 1', 'greedy 2', 'greedy 3', 'greedy 4']
  const done = names.map((name) => queue.run('greedy', render(name)))
  const refused = queue.run('greedy', render('greedy 5'))
  done.push(queue.run('other', render('other 1')), queue.run('other', render('other 2')))
  const order = ['greedy 1', 'greedy 2', 'other 1', 'greedy 3', 'other 2', 'greedy 4']
  for (const name of order) {
    await vi.advanceTimersByTimeAsync(0)
    await finish(name)
  }
  expect(await Promise.all(done)).toHaveLength(6)
  await Promise.all([expect(refused).rejects.toThrow(TooBusy), vi.advanceTimersByTimeAsync(500)])
  expect(begun).toEqual(order)
})

test('a render that timed out leaves the queue', async () => {
  const { begun, render, finish } = renders()
  const queue = renderQueue({ concurrency: 1, maxWaiting: 1, timeoutMs: 2000 })
  void queue.run('a', render('a'))
  const late = queue.run('b', render('b'))
  await Promise.all([expect(late).rejects.toThrow(TooBusy), vi.advanceTimersByTimeAsync(2000)])
  const next = queue.run('c', render('c'))
  await finish('a')
  await finish('c')
  expect(await next).toBe('c')
  expect(begun).toEqual(['a', 'c'])
})

test('pending I/O runs between two renders', async () => {
  vi.useRealTimers()
  const order: string[] = []
  const queue = renderQueue({ concurrency: 1 })
  const render = (name: string) =>
    queue.run('one', () => {
      order.push(name)
      setImmediate(() => order.push(`someone else after ${name}`))
      return Promise.resolve()
    })
  await Promise.all([render('a'), render('b')])
  expect(order.slice(0, 3)).toEqual(['a', 'someone else after a', 'b'])
})
