import { expect, test } from 'vitest'
import { fullSizes, measureGrowth } from './growth/growth'
import { judge } from './growth/pass-rule'
import { testDatabase } from './test-database'

// Its rows are loaded without the requests that would have made them.
const sql = await testDatabase({ faults: 'unchecked' })

const deep = Boolean(process.env.TEST_DEEP)

test(
  'queries of the shop, the back office and the mailer cost no more in a large shop',
  { timeout: deep ? 7_200_000 : 180_000 },
  async () => {
    const { findings } = await measureGrowth(sql, deep ? fullSizes : [500, 5000])
    const grown = findings.filter(({ verdict }) => verdict === 'grows' || verdict === 'failed')
    // Plans are long; `npm run bench -- --growth` writes them down.
    expect(
      grown.map(({ name, buffers, verdict, why }) => ({
        name,
        buffers,
        failure: verdict === 'failed' ? why : null,
      })),
    ).toEqual([])
    expect(findings.length).toBeGreaterThan(80)
  },
)

test('growth is judged by buffers at every larger size against the smallest, or against a stated bound', () => {
  expect(judge([3, 64])).toBe('flat')
  expect(judge([3, 65])).toBe('grows')
  expect(judge([100, 400])).toBe('flat')
  expect(judge([100, 401])).toBe('grows')
  expect(judge([10, 1000, 12])).toBe('grows')
  expect(judge([100, 1500], 1500)).toBe('bounded')
  expect(judge([100, 1501], 1500)).toBe('grows')
})
