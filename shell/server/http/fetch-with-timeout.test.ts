import { createServer } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { fetchWithTimeout } from './fetch-with-timeout'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

test('a read that is never answered times out, whatever the garbage collector does meanwhile', async () => {
  const server = createServer(() => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  const asked = new Promise((resolve) => server.once('request', resolve))
  const read = fetchWithTimeout(500)(`http://127.0.0.1:${port}`, { signal: new AbortController().signal })
  await asked
  collectGarbage()
  await expect(read).rejects.toThrow('timeout')
  server.closeAllConnections()
  server.close()
})
