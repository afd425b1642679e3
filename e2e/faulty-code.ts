import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** What a remote's code does wrong. The hashes of a copy made with it are right, so it runs. */
interface FaultyCode {
  /** Before everything else of the script. */
  before?: string
  /** The code that each of its pages and fragments runs instead of rendering. */
  render?: string
}

// Components of all routes, those of pages that are loaded on demand too.
const spoilRoutes = (render: string) => `
  const spoil = (routes) => routes.forEach((route) => {
    if (route.Component || route.element || route.lazy) {
      route.element = undefined
      route.lazy = undefined
      route.Component = () => { ${render} }
    }
    spoil(route.children ?? [])
  })
  const spoilFragments = (fragments = {}) => Object.values(fragments).forEach((fragment) => {
    fragment.lazy = async () => ({ Component: () => { ${render} } })
  })`

/** Writes a script of a release in a folder anew; what was compressed of it goes. */
function rewrite(folder: string, file: string, change: (code: string) => string): void {
  const script = path.join(folder, file)
  writeFileSync(script, change(readFileSync(script, 'utf8')))
  for (const copy of ['.br', '.gz']) rmSync(script + copy, { force: true })
}

/** Makes the container that browsers load faulty. @param name of the remote */
export function spoilContainer(name: string, { before = '', render }: FaultyCode): (folder: string) => void {
  const container = name.replaceAll('-', '_')
  const after =
    render === undefined
      ? ''
      : `
  ;(() => {
    const own = ${container}
    ${spoilRoutes(render)}
    ${container} = {
      init: (...given) => own.init(...given),
      get: async (...given) => {
        const factory = await own.get(...given)
        return () => {
          const exposed = factory()
          spoil(exposed.default)
          spoilFragments(exposed.fragments)
          return exposed
        }
      },
    }
  })()`
  return (folder) => rewrite(folder, 'remoteEntry.js', (code) => before + code + after)
}

/** Makes the build that the web server renders with faulty. */
export function spoilServerBuild({ before = '', render }: FaultyCode): (folder: string) => void {
  const after =
    render === undefined
      ? ''
      : `;(() => {${spoilRoutes(render)}
    spoil(module.exports.default)
    spoilFragments(module.exports.fragments)
  })()`
  return (folder) => rewrite(folder, 'server.cjs', (code) => before + code + after)
}
