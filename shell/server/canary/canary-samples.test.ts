import { expect, test } from 'vitest'
import type { Canary } from '../releases/release-source'
import { canarySamples } from './canary-samples'

const step: Canary = { id: 1, candidate: 'candidate', share: 10 }
const pairs = (samples: ReturnType<typeof canarySamples>) =>
  samples.take()?.samples.find(({ kind }) => kind === 'pace')

/** Samples of a candidate whose code is compiled. */
function warmSamples() {
  const samples = canarySamples()
  for (let render = 0; render < 20; render += 1) samples.rendered(step, 'candidate', '/warm-up', 50)
  return samples
}

test('renders that come in bursts, first of one set and then of the other, are compared one by one', () => {
  const samples = warmSamples()
  for (const ms of [10, 20, 100]) samples.rendered(step, 'live', '/products/:slug', ms)
  for (const ms of [30, 30, 30, 30]) samples.rendered(step, 'candidate', '/products/:slug', ms)
  expect(pairs(samples)).toMatchObject({ n: 3, failures: 2 })
})

test('renders of different routes are not compared', () => {
  const samples = warmSamples()
  samples.rendered(step, 'live', '/search', 10)
  samples.rendered(step, 'candidate', '/products/:slug', 30)
  expect(pairs(samples)).toBeUndefined()
})
