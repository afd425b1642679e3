import fc from 'fast-check'

// One seed for every property of a run, printed by `npm test`, so that a failure can be repeated.
const seed = Number.parseInt(process.env.TEST_SEED ?? '', 10)
fc.configureGlobal({
  ...(Number.isInteger(seed) && { seed }),
  ...(process.env.TEST_DEEP && { numRuns: 10_000 }),
})
