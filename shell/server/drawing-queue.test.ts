import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawingQueue, TooBusy } from './drawing-queue'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Drawings that end when they are told to. */
function drawings() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const draw = (name: string) => () =>
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
  return { begun, draw, finish }
}

test('no more are drawn at once than allowed; the others follow in the order they came', async () => {
  const { begun, draw, finish } = drawings()
  const queue = drawingQueue({ atOnce: 2 })
  const done = ['a', 'b', 'c', 'd'].map((name) => queue.run(name, draw(name)))
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(['a', 'b'])
  await finish('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  await finish('a')
  for (const name of ['c', 'd']) await finish(name)
  expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd'])
})

test('a drawing that fails makes room as well', async () => {
  const queue = drawingQueue({ atOnce: 1 })
  await expect(queue.run('a', () => Promise.reject(new Error('no good')))).rejects.toThrow('no good')
  const next = queue.run('a', () => Promise.resolve('drawn'))
  await vi.advanceTimersByTimeAsync(0)
  expect(await next).toBe('drawn')
})

test('a full queue refuses after a moment, a turn that does not come in time later', async () => {
  const { draw } = drawings()
  const queue = drawingQueue({ atOnce: 1, most: 1, patienceMs: 2000, refuseAfterMs: 500 })
  void queue.run('a', draw('a'))
  const waiting = queue.run('b', draw('b'))
  const full = expect(queue.run('c', draw('c'))).rejects.toThrow(TooBusy)
  await vi.advanceTimersByTimeAsync(500)
  await full
  const late = expect(waiting).rejects.toThrow(TooBusy)
  await vi.advanceTimersByTimeAsync(1500)
  await late
})

test('visitors who wait take turns, and one cannot take all places', async () => {
  const { begun, draw, finish } = drawings()
  const queue = drawingQueue({ atOnce: 1, most: 10, mostOfOne: 3 })
  const names = ['greedy 1', 'greedy 2', 'greedy 3', 'greedy 4']
  const done = names.map((name) => queue.run('greedy', draw(name)))
  const refused = expect(queue.run('greedy', draw('greedy 5'))).rejects.toThrow(TooBusy)
  done.push(queue.run('other', draw('other 1')), queue.run('other', draw('other 2')))
  const order = ['greedy 1', 'greedy 2', 'other 1', 'greedy 3', 'other 2', 'greedy 4']
  for (const name of order) {
    await vi.advanceTimersByTimeAsync(0)
    await finish(name)
  }
  expect(await Promise.all(done)).toHaveLength(6)
  await vi.advanceTimersByTimeAsync(500)
  await refused
  expect(begun).toEqual(order)
})

test('a turn that did not come in time takes no place any more', async () => {
  const { begun, draw, finish } = drawings()
  const queue = drawingQueue({ atOnce: 1, most: 1, patienceMs: 2000 })
  void queue.run('a', draw('a'))
  const late = expect(queue.run('b', draw('b'))).rejects.toThrow(TooBusy)
  await vi.advanceTimersByTimeAsync(2000)
  await late
  const next = queue.run('c', draw('c'))
  await finish('a')
  await finish('c')
  expect(await next).toBe('c')
  expect(begun).toEqual(['a', 'c'])
})

test('between two drawings others get the thread', async () => {
  vi.useRealTimers()
  const order: string[] = []
  const queue = drawingQueue({ atOnce: 1 })
  const draw = (name: string) =>
    queue.run('one', () => {
      order.push(name)
      setImmediate(() => order.push(`someone else after ${name}`))
      return Promise.resolve()
    })
  await Promise.all([draw('a'), draw('b')])
  expect(order.slice(0, 3)).toEqual(['a', 'someone else after a', 'b'])
})
