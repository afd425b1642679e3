import { mkdir, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ReleaseRecord } from './record'
import {
  canonicalJson,
  isSigned,
  keyId,
  localSigningKey,
  publicKeyIn,
  signatureFile,
  signRecord,
  type SigningKey,
  type TrustedKey,
} from './signature'
import { releaseVerifier, sha384, signRelease, verifiedReader } from './verify-release'

let folder = ''
let key: SigningKey
let record: ReleaseRecord

const contents = {
  'remoteEntry.js': 'entry()',
  'js/page.js': 'page()',
  'css/page.css': 'p{}',
  'server.cjs': 'exports.a = 1',
}
const files = Object.fromEntries(
  Object.entries(contents).map(([file, content]) => [
    file,
    { bytes: content.length, sha384: sha384(content) },
  ]),
)
const release = () => path.join(folder, 'mf-small/abc123')
const writeRecord = (changes: object) =>
  writeFile(path.join(release(), 'record.json'), JSON.stringify({ ...record, ...changes }))
const verified = (keys: readonly TrustedKey[] = [key]) => releaseVerifier(folder, keys)('mf-small', 'abc123')

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shop-verify-'))
  key = await localSigningKey(path.join(folder, 'key.pem'))
  record = {
    name: 'mf-small',
    version: 'abc123',
    commit: null,
    owner: 'small',
    builtAt: '2026-11-23T01:00:00.000Z',
    entry: 'remoteEntry.js',
    manifest: 'mf-manifest.json',
    globalName: 'mf_small',
    routes: [],
    pages: ['js/page.js'],
    searchable: [],
    fragments: {},
    mounts: ['/small'],
    server: 'server.cjs',
    files,
    sizes: { raw: 1, gzip: 1, brotli: 1 },
    needs: {},
    provides: {},
    versions: {},
    migration: null,
    database: [],
  }
  for (const [file, content] of Object.entries(contents)) {
    await mkdir(path.dirname(path.join(release(), file)), { recursive: true })
    await writeFile(path.join(release(), file), content)
  }
  await writeRecord({})
  await signRelease(release(), key)
})
afterEach(() => rm(folder, { recursive: true }))

test('a signed release with all its files is verified', async () => {
  expect(await verified()).toEqual(record)
})

test('a key of one member signs the releases of no other', async () => {
  expect(await verified([{ ...key, member: 'mf-small' }])).toEqual(record)
  const unsigned = 'none of the trusted keys has signed its record'
  await expect(verified([{ ...key, member: 'mf-other' }])).rejects.toThrow(unsigned)
  await expect(verified([{ ...key, member: '' }])).rejects.toThrow(unsigned)
})

test.each(Object.keys(contents))(
  'a release whose %s was changed is rejected, also once it was verified',
  async (file) => {
    const verify = releaseVerifier(folder, [key])
    await verify('mf-small', 'abc123')
    const content = await readFile(path.join(release(), file), 'utf8')
    await writeFile(path.join(release(), file), content.replace(/.$/, '?'))
    await expect(verify('mf-small', 'abc123')).rejects.toThrow(
      `mf-small abc123 is not verified: ${file} is missing or was changed`,
    )
  },
)

test('a release without one of its files is rejected', async () => {
  await rm(path.join(release(), 'js/page.js'))
  await expect(verified()).rejects.toThrow('js/page.js is missing')
})

test('a release with a symbolic link in the place of a file is rejected', async () => {
  const file = path.join(release(), 'js/page.js')
  await rename(file, path.join(folder, 'page.js'))
  await symlink(path.join(folder, 'page.js'), file)
  await expect(verified()).rejects.toThrow('js/page.js is missing or was changed')
})

test.each([
  ['claims another path', { mounts: ['/checkout'] }],
  ['has another server build', { server: 'js/page.js' }],
  [
    'has another hash of a file',
    { files: { ...files, 'js/page.js': { bytes: 6, sha384: sha384('evil()') } } },
  ],
  ['needs less', { migration: '20260101000000' }],
])('a record that %s than it was signed with is rejected', async (_, changes) => {
  await writeRecord(changes)
  await expect(verified()).rejects.toThrow('its record is not as it was signed')
})

test('a record without the hash of a file that runs is rejected, even signed', async () => {
  const { 'server.cjs': _, ...others } = files
  await writeRecord({ files: others })
  await signRelease(release(), key)
  await expect(verified()).rejects.toThrow('its record has no hash of server.cjs')
})

test('a signature by a key that is not trusted is none, also under the name of one that is', async () => {
  const other = await localSigningKey(path.join(folder, 'other.pem'))
  await rm(path.join(release(), signatureFile(keyId(key.publicKey))))
  await signRelease(release(), other)
  await expect(verified()).rejects.toThrow('none of the trusted keys has signed')
  await writeFile(path.join(release(), signatureFile(keyId(key.publicKey))), signRecord(record, other))
  await expect(verified()).rejects.toThrow('its record is not as it was signed')
  expect(await verified([key, other])).toEqual(record)
})

test('the signed record of another release is rejected', async () => {
  await writeRecord({ version: 'def456' })
  await signRelease(release(), key)
  await expect(verified()).rejects.toThrow('its record is that of mf-small def456')
})

test('a release without a record is rejected', async () => {
  await rm(path.join(release(), 'record.json'))
  await expect(verified()).rejects.toThrow('it has no record')
})

test('the local key is kept, and only its owner may read it', async () => {
  const file = path.join(folder, 'key.pem')
  expect(await localSigningKey(file)).toEqual(key)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('the public key follows from a file with either key; of none it is null', async () => {
  const file = path.join(folder, 'public.pem')
  await writeFile(file, key.publicKey)
  expect(await publicKeyIn(file)).toBe(key.publicKey)
  expect(await publicKeyIn(path.join(folder, 'key.pem'))).toBe(key.publicKey)
  expect(await publicKeyIn(path.join(folder, 'none.pem'))).toBeNull()
  await writeFile(file, 'no key')
  await expect(publicKeyIn(file)).rejects.toThrow()
})

test('a signature holds for the same record in any order of its keys, and for no other', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (content, name) => {
      const reversed = Object.fromEntries(Object.entries(content).reverse())
      const signature = signRecord(content, key)
      expect(isSigned(reversed, signature, [key.publicKey])).toBe(true)
      const changed = { ...content, [name]: 'changed' }
      if (canonicalJson(changed) !== canonicalJson(content))
        expect(isSigned(changed, signature, [key.publicKey])).toBe(false)
    }),
  )
})

test('the reader gives the signed content of a file, and no other', async () => {
  const read = verifiedReader(folder, [key])
  const file = path.join(release(), 'server.cjs')
  expect(await read(file)).toBe('exports.a = 1')
  await writeFile(file, 'exports.a = 2')
  await expect(read(file)).rejects.toThrow('server.cjs was changed')
  await writeFile(path.join(release(), 'new.cjs'), '1')
  await expect(read(path.join(release(), 'new.cjs'))).rejects.toThrow('new.cjs was changed')
})
