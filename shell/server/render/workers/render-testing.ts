import type { ReleaseSet } from '@shop/federation'
import { defaultSettings } from '@shop/settings'
import path from 'node:path'
import type { RenderInput } from '../../../src/server'
import { loadServerBuilds, type ServerBuilds, type ServerBuildsOptions } from './server-builds'

/** A shell that renders by calling its remote's function, so that each test says in a line what the remote does. */
export const shellBuild = `
const kept = 'the shell’s own'
exports.shared = { react: { name: kept } }
exports.pageQuery = (exposed, path, search) => exposed.query(path, search)
exports.sitemapEntries = ({ exposed, ...backend }) => exposed.entries(backend)
exports.renderPage = async (input) => {
  for (const [name, remote] of Object.entries(input.fragments ?? {})) await input.fragmentsOf(remote)[name]()
  const markup = input.remote ? await input.remote.exposed.render(input) : 'frame'
  return { status: 200, markup: String(markup), head: '', styles: [], state: null, cacheable: true }
}`

/** A set of a shell and two remotes, whose server builds are `<name>-<version>.cjs`. */
export function setOf(version: string, names = ['mf-one', 'mf-two']): ReleaseSet {
  const remotes = Object.fromEntries(
    names.map((name) => [
      name,
      {
        version,
        manifest: '/m',
        entry: '/e',
        globalName: 'g',
        routes: [],
        pages: [],
        mounts: ['/'],
        server: `/${name}-${version}.cjs`,
      },
    ]),
  )
  return { id: version, shell: { version: 's1', scripts: [], files: [] }, remotes }
}

/** Builds in a folder, with one worker and little patience. @param warnings receives what is warned of */
export const startBuilds = (
  root: string,
  warnings: string[],
  options: Pick<ServerBuildsOptions, 'read' | 'workers' | 'limits' | 'idleMs'> = {},
): ServerBuilds =>
  loadServerBuilds({
    fileOf: (url) => path.join(root, url.replace('/releases/shell/s1/server.cjs', 'shell.cjs')),
    workers: 1,
    warn: (message) => warnings.push(message),
    ...options,
    limits: { renderMs: 500, loadMs: 1000, waitMs: 10_000, heapMb: 64, ...options.limits },
  })

/** What a remote renders at a path, with these fragments; the frame for none. @throws RenderFailed */
export async function renderedBy(
  builds: ServerBuilds,
  remote: string | null,
  at = '/',
  set = setOf('v1'),
  fetcher = fetch,
  fragments: RenderInput['fragments'] = {},
): Promise<string> {
  const page = await builds.renderPage({
    url: `http://shop.test${at}`,
    siteUrl: 'http://shop.test',
    browserUrl: 'http://backend.test',
    supabaseUrl: 'http://backend.test',
    supabaseKey: 'k',
    settings: { ...defaultSettings, pricing: { ...defaultSettings.pricing, vatRate: 0.2 } },
    releaseSet: set,
    guestId: null,
    remote: remote === null ? null : { name: remote, exposed: { remote } },
    fetch: fetcher,
    fragments,
  })
  if (page === 'missing') return page
  return page instanceof Response ? `to ${page.headers.get('location') ?? ''}` : page.markup
}
