// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { createQueryClient, ensureQuery, queryOptions, hydrateQueries, type DataContextValue } from './query'
import { createBackend } from './backend'
import { dehydrateQueries } from './server'

describe('hydration of queries', () => {
  test('queries from the server are not fetched again, even if the page was rendered an hour ago', async () => {
    const server = createQueryClient()
    server.setQueryData(['categories'], ['Silk'], { updatedAt: Date.now() - 3_600_000 })
    const queryClient = createQueryClient()
    hydrateQueries(queryClient, JSON.parse(JSON.stringify(dehydrateQueries(server))))
    const categories = queryOptions({
      key: ['categories'],
      queryFn: () => Promise.reject(new Error('fetched again')),
    })
    const data: DataContextValue = {
      backend: createBackend({ url: 'http://backend.test', key: 'publishable' }),
      queryClient,
    }
    expect(await ensureQuery<unknown>(data, categories)).toEqual(['Silk'])
    expect(
      queryClient
        .getQueryCache()
        .find({ queryKey: ['categories'] })
        ?.isStaleByTime(30_000),
    ).toBe(false)
  })
})
