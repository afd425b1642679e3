import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'

/** JSON with the keys of every object sorted: a database may keep them in another order, and the text stays the same. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}

/** The short name of a public key, by which signatures say whose they are. @param key PEM */
export function keyId(key: string): string {
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(der).digest('hex').slice(0, 16)
}

/** Name of the file with a record's signature by a key, beside the record. */
export const signatureFile = (id: string): string => `record.json.${id}.sig`

/** A public key by which releases may be signed. */
export interface TrustedKey {
  /** PEM. */
  publicKey: string
  /** The one member whose releases it may sign; without it those of all. */
  member?: string
}

/** A key that signs releases, and the public one with which web servers verify them; both PEM. */
export interface SigningKey {
  privateKey: string
  publicKey: string
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * The signing key of a file, which only its owner may read; a new one when there is none. For one machine: a team keeps
 * its key where releases are built, and gives web servers the public one.
 * @throws Error when the file has no Ed25519 key
 */
export async function localSigningKey(file: string): Promise<SigningKey> {
  const made = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  // Of two that start at once, the second reads what the first has written; on a full disk no half of it stays.
  await writeFile(file, made, { mode: 0o600, flag: 'wx' }).catch(async (error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return
    await rm(file, { force: true })
    throw error
  })
  const key = createPrivateKey(await readFile(file, 'utf8'))
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${file} holds no Ed25519 key`)
  return {
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
  }
}

/** The public key of a file with it or its private one; null when there is none. @throws Error when it has no Ed25519 key */
export async function publicKeyIn(file: string): Promise<string | null> {
  const key = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (key === null) return null
  const publicKey = createPublicKey(key)
  if (publicKey.asymmetricKeyType !== 'ed25519') throw new Error(`${file} holds no Ed25519 key`)
  return publicKey.export({ type: 'spki', format: 'pem' }).toString()
}

/** Signs a whole record. @returns the signature, base64 */
export function signRecord(record: object, { privateKey }: SigningKey): string {
  return sign(null, Buffer.from(canonicalJson(record)), createPrivateKey(privateKey)).toString('base64')
}

/** Whether a record is as the owner of one of these public keys signed it. @param signature base64 */
export function isSigned(record: object, signature: string, publicKeys: readonly string[]): boolean {
  const content = Buffer.from(canonicalJson(record))
  return publicKeys.some((key) =>
    verify(null, content, createPublicKey(key), Buffer.from(signature, 'base64')),
  )
}

/** The signatures beside a record by any of these keys; those by other keys are not read. @param folder of the release */
export async function signaturesBy(folder: string, publicKeys: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    publicKeys.map((key) =>
      readFile(`${folder}/${signatureFile(keyId(key))}`, 'utf8').catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      }),
    ),
  )
  return found.filter((signature) => signature !== null)
}
