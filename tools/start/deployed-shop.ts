import { parseReleaseSet, type ReleaseSet } from '@shop/federation'
import { parseContainerManifest, type ContainerManifest } from '@shop/federation/store'
import * as v from 'valibot'
import { errorMessage } from '../../shell/server/error-message'
import { unacceptedVersions } from '../../shell/server/releases/shared-versions'
import { isLocal, UsageError, type Environment, type ExternalBackend } from '../environment'
import { tokenReleaseService } from '../release/release-service'

/** A deployed shop in which a remote runs from source. */
export interface DeployedShop {
  url: string
  /** Its backend, with the key of visitors. */
  backend: ExternalBackend
  set: ReleaseSet
  /** Version of the shell in that set; null when it does not say. */
  shell: string | null
}

const config = v.object({
  supabaseUrl: v.pipe(v.string(), v.url()),
  supabaseKey: v.string(),
  releaseSet: v.looseObject({ shell: v.optional(v.object({ version: v.string() })) }),
})

/** @throws Error for what is no config of a shop */
function parseConfig(document: unknown) {
  const { releaseSet, ...backend } = v.parse(config, document)
  return { ...backend, set: parseReleaseSet(releaseSet), shell: releaseSet.shell?.version ?? null }
}

/** The origin of a shop to which a token may be sent. @throws UsageError */
function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new UsageError(`--shop "${address}" is no address of a shop: name one like https://shop.example.`)
  ensureEncrypted(url.href)
  return url.origin
}

/** @throws UsageError for an address that others on the way could listen to */
function ensureEncrypted(url: string): void {
  if (url.startsWith('http:') && !isLocal(url))
    throw new UsageError(`The release token would be sent to ${url} unencrypted: the shop needs https.`)
}

const timeoutMs = 10_000

async function jsonOf(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`status ${String(response.status)}`)
  return response.json()
}

/**
 * Asks a deployed shop for what runs there, and whether this remote may be run in it.
 * @param address its public address
 * @param name the remote that runs from source
 * @param versions the version of each lib that the shell of this checkout shares
 * @throws UsageError that says in one line what to mend
 */
export async function deployedShop(
  address: string,
  name: string,
  { host, releaseToken }: Pick<Environment, 'host' | 'releaseToken'>,
  versions: Readonly<Record<string, string>>,
): Promise<DeployedShop> {
  const url = originOf(address)
  if (!['localhost', '127.0.0.1', '::1'].includes(host))
    throw new UsageError(
      `HOST "${host}" would show the remote to others than this machine: unset it for --shop.`,
    )
  if (releaseToken === null)
    throw new UsageError(
      `Set RELEASE_TOKEN to a release token for ${name}: staff with the right to releases make it at ${url}/admin/releases.`,
    )
  const { supabaseUrl, supabaseKey, set, shell } = await jsonOf(`${url}/config.json`)
    .then(parseConfig)
    .catch((error: unknown) => {
      throw new UsageError(`No shop answers at ${url} (${errorMessage(error)}): check the address of --shop.`)
    })
  if (!set.remotes[name])
    throw new UsageError(`${name} is not live in ${url}: name one of ${Object.keys(set.remotes).join(', ')}.`)
  ensureEncrypted(supabaseUrl)
  await tokenReleaseService(supabaseUrl, supabaseKey, releaseToken).remote(name)
  const [unfit] = (
    await Promise.all(
      Object.entries(set.remotes)
        .filter(([other]) => other !== name)
        .map(async ([other, { manifest }]) =>
          unacceptedVersions(other, await containerAt(new URL(manifest, url).href), versions),
        ),
    )
  ).flat()
  if (unfit !== undefined)
    throw new UsageError(
      `${url} runs with other versions than this checkout: ${unfit}. Check out a commit that fits: ${url}/admin/releases says what is live.`,
    )
  return { url, set, shell, backend: { url: supabaseUrl, key: supabaseKey, secretKey: null } }
}

/** What the container with this manifest shares; nothing is known of one that cannot be read. */
const containerAt = (manifest: string): Promise<Pick<ContainerManifest, 'shared'>> =>
  jsonOf(manifest)
    .then(parseContainerManifest)
    .catch(() => ({ shared: [] }))
