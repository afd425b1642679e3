import type { ReleaseSet } from '@shop/federation'
import { LRUCache } from 'lru-cache'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInlineScripts, ownInlineScripts, type InlineScripts } from './inline-scripts'
import { releaseFile } from './release-files'
import type { ServerBuilds } from './server-builds'

// The live set, one before it, and those of visitors who keep theirs.
const maxShells = 4

/** What the web server itself runs of the shell of each release set. */
export interface ShellsOfSets {
  builds: ServerBuilds
  /** The inline scripts of a set's shell. */
  inlineScripts(set: ReleaseSet): Promise<InlineScripts>
  /** Loads the builds of a set. @throws what loading the shell's throws */
  prepare(set: ReleaseSet): Promise<void>
}

/**
 * Runs each release set with its own shell.
 * @param store folder of the release store
 * @param load loads the server build in a shell's folder
 */
export function shellsOfSets(
  store: string,
  load: (shellFolder: string) => Promise<ServerBuilds>,
): ShellsOfSets {
  const folderOf = (version: string) => path.join(store, 'shell', version)
  const loaded = new LRUCache<string, Promise<ServerBuilds>>({
    max: maxShells,
    memoMethod: (version) => load(folderOf(version)),
  })
  const inline = new LRUCache<string, Promise<InlineScripts>>({
    max: maxShells,
    memoMethod: (version) =>
      createInlineScripts((name) => readFile(path.join(folderOf(version), 'inline', `${name}.js`), 'utf8')),
  })

  const versionOf = (set: ReleaseSet): string => {
    if (!set.shell) throw new Error(`Release set ${set.id} has no shell`)
    return set.shell.version
  }
  const buildsOf = async (set: ReleaseSet): Promise<ServerBuilds> => {
    const version = versionOf(set)
    try {
      return await loaded.memo(version)
    } catch (error) {
      loaded.delete(version)
      throw error
    }
  }

  return {
    builds: {
      renderPage: async (input) => (await buildsOf(input.releaseSet)).renderPage(input),
      pageQuery: async (exposed, path, search, set) =>
        (await buildsOf(set)).pageQuery(exposed, path, search, set),
      sitemapEntries: async (input, set) => (await buildsOf(set)).sitemapEntries(input, set),
      routes: async (file, set) => (set ? (await buildsOf(set)).routes(file) : null),
    },
    inlineScripts: async (set) => (set.shell ? inline.memo(set.shell.version) : ownInlineScripts),
    async prepare(set) {
      const builds = await buildsOf(set)
      await inline.memo(versionOf(set))
      const servers = Object.values(set.remotes).flatMap(({ server }) => (server ? [server] : []))
      await Promise.all(servers.map((server) => builds.routes(releaseFile(store, server))))
    },
  }
}
