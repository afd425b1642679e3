import fc from 'fast-check'
import { isDeep, seed } from '@shop/testing/sample'

// One seed for every property of a run, so that a failure can be repeated.
fc.configureGlobal({ seed, ...(isDeep && { numRuns: 10_000 }) })
