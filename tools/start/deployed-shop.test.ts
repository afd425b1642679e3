import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { UsageError } from '../environment'
import { deployedShop } from './deployed-shop'

const remote = (name: string, mounts: string[]) => ({
  ...{ version: 'v1', entry: `/releases/${name}/v1/entry.js`, manifest: `/releases/${name}/v1/m.json` },
  ...{ globalName: 'g', routes: [], mounts },
})
const manifest = {
  metaData: { globalName: 'g', remoteEntry: { name: 'entry.js', path: '', type: 'global' } },
  shared: [
    { name: 'react', requiredVersion: '^19.2.0', singleton: true, assets: { js: { sync: [], async: [] } } },
  ],
  exposes: [{ path: './routes', assets: { js: { sync: [], async: [] } } }],
}
const token = 'a'.repeat(64)

let url = ''
let responses: Record<string, unknown> = {}
let requests = 0

/** A shop and its backend at one address. */
const server = createServer((request, response) => {
  let body = ''
  request
    .on('data', (part: Buffer) => (body += part.toString()))
    .on('end', () => {
      requests += 1
      const [path = ''] = (request.url ?? '').split('?')
      const known = path.endsWith('/token_remote') ? body.includes(token) : path in responses
      response.writeHead(known ? 200 : 403, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify(known ? responses[path] : { code: 'PT403', message: 'The token is revoked.' }),
      )
    })
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = `http://127.0.0.1:${String(typeof address === 'object' ? address?.port : '')}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  requests = 0
  responses = {
    '/config.json': {
      supabaseUrl: url,
      supabaseKey: 'public',
      releaseSet: {
        id: 'live',
        shell: { version: 's1', scripts: [] },
        remotes: { 'mf-catalog': remote('mf-catalog', ['/']), 'mf-admin': remote('mf-admin', ['/admin']) },
      },
    },
    '/releases/mf-admin/v1/m.json': manifest,
    '/rest/v1/rpc/token_remote': { name: 'mf-catalog', owner: 'catalogue', mounts: ['/'] },
  }
})

const ask = (
  address = url,
  name = 'mf-catalog',
  more: { host?: string; releaseToken?: string | null } = {},
) => deployedShop(address, name, { host: '127.0.0.1', releaseToken: token, ...more }, { react: '19.2.5' })

test('a shop whose token is shown gives its backend without a secret key, and its live set', async () => {
  expect(await ask(`${url}/`)).toMatchObject({
    ...{ url, shell: 's1', set: { id: 'live' } },
    backend: { url, key: 'public', secretKey: null },
  })
})

test.each([
  ['shop.example', '--shop "shop.example" is no address of a shop'],
  ['https://shop.example/products', '--shop "https://shop.example/products" is no address of a shop'],
  ['http://shop.example', 'The release token would be sent to http://shop.example/ unencrypted'],
  ['http://127.0.0.1:1', 'No shop answers at http://127.0.0.1:1 '],
])('%s is rejected with one line', async (address, line) => {
  await expect(ask(address)).rejects.toThrow(UsageError)
  await expect(ask(address)).rejects.toThrow(line)
  expect(requests).toBe(0)
})

test.each([
  ['without a token', { releaseToken: null }, 'Set RELEASE_TOKEN to a release token for mf-catalog'],
  ['with a token that does not count', { releaseToken: 'b' }, 'The token is revoked.'],
  ['where others could reach it', { host: '0.0.0.0' }, 'HOST "0.0.0.0" would show the remote to others'],
])('%s nothing starts', async (_, more, line) => {
  await expect(ask(url, 'mf-catalog', more)).rejects.toThrow(line)
})

test('a token of another member is rejected', async () => {
  await expect(ask(url, 'mf-admin')).rejects.toThrow('RELEASE_TOKEN is for mf-catalog, not for mf-admin.')
})

test('a member that is not live there is rejected', async () => {
  await expect(ask(url, 'mf-journal')).rejects.toThrow(
    `mf-journal is not live in ${url}: name one of mf-catalog, mf-admin.`,
  )
})

test.each([
  ['supabaseUrl', {}],
  ['A release set needs', { supabaseUrl: 'https://b.example', supabaseKey: 'k', releaseSet: {} }],
])('what is no shop is rejected, and why: %s', async (why, config) => {
  responses['/config.json'] = config
  await expect(ask()).rejects.toThrow(UsageError)
  await expect(ask()).rejects.toThrow(why)
})

test('a token is not sent to a backend without encryption', async () => {
  responses['/config.json'] = { ...Object(responses['/config.json']), supabaseUrl: 'http://backend.example' }
  await expect(ask()).rejects.toThrow('The release token would be sent to http://backend.example unencrypted')
})

test('a shop that runs with other versions is rejected, and which', async () => {
  responses['/releases/mf-admin/v1/m.json'] = {
    ...manifest,
    shared: manifest.shared.map((lib) => ({ ...lib, requiredVersion: '^20.0.0' })),
  }
  await expect(ask()).rejects.toThrow(
    `${url} runs with other versions than this checkout: mf-admin accepts react ^20.0.0, and the shell shares 19.2.5.`,
  )
})
