// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { createQueryClient, ensureQuery, queryOptions, hydrateQueries, type DataContextValue } from './query'
import { createBackend } from './backend'
import { dehydrateQueries } from './server'

describe('what the server read', () => {
  test('is not asked for again, though the page was made an hour ago', async () => {
    const server = createQueryClient()
    server.setQueryData(['rooms'], ['Silk'], { updatedAt: Date.now() - 3_600_000 })
    const queryClient = createQueryClient()
    hydrateQueries(queryClient, JSON.parse(JSON.stringify(dehydrateQueries(server))))
    const rooms = queryOptions({ key: ['rooms'], queryFn: () => Promise.reject(new Error('asked again')) })
    const data: DataContextValue = {
      backend: createBackend({ url: 'http://backend.test', key: 'publishable' }),
      queryClient,
    }
    expect(await ensureQuery<unknown>(data, rooms)).toEqual(['Silk'])
    expect(
      queryClient
        .getQueryCache()
        .find({ queryKey: ['rooms'] })
        ?.isStaleByTime(30_000),
    ).toBe(false)
  })
})
