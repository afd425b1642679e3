// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { createQueryClient, fetchData, query, unpackData, type Data } from './data'
import { createBackend } from './backend'
import { packData } from './server'

describe('what the server read', () => {
  test('is not asked for again, though the page was made an hour ago', async () => {
    const server = createQueryClient()
    server.setQueryData(['rooms'], ['Silk'], { updatedAt: Date.now() - 3_600_000 })
    const queryClient = createQueryClient()
    unpackData(queryClient, JSON.parse(JSON.stringify(packData(server))))
    const rooms = query({ key: ['rooms'], read: () => Promise.reject(new Error('asked again')) })
    const data: Data = {
      backend: createBackend({ url: 'http://backend.test', key: 'publishable' }),
      queryClient,
    }
    expect(await fetchData<unknown>(data, rooms)).toEqual(['Silk'])
    expect(
      queryClient
        .getQueryCache()
        .find({ queryKey: ['rooms'] })
        ?.isStaleByTime(30_000),
    ).toBe(false)
  })
})
