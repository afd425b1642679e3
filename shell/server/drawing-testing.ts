import type { ReleaseSet } from '@shop/federation'

/** A shell that draws by calling its remote's function, so that each test says in a line what the remote does. */
export const shellBuild = `
const kept = 'the shell’s own'
exports.shared = { react: { name: kept } }
exports.pageQuery = (exposed, url) => exposed.query(url)
exports.sharedNotFoundPath = async () => null
exports.renderPage = async (input) => {
  const markup = input.remote ? await input.remote.exposed.draw(input) : 'frame'
  return { status: 200, markup: String(markup), head: '', styles: [], state: null, cacheable: true }
}`

/** A set of two remotes whose server builds are `<name>-<version>.cjs`. */
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
  return { id: version, remotes }
}
