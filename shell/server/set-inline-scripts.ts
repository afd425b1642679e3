import type { ReleaseSet } from '@shop/federation'
import { LRUCache } from 'lru-cache'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInlineScripts, ownInlineScripts, type InlineScripts } from './inline-scripts'

// The live set, one before it, and those of visitors who keep theirs.
const maxShells = 4

/** Gives the inline scripts of a release set's shell. */
export type InlineScriptsOf = (set: ReleaseSet) => Promise<InlineScripts>

/**
 * Reads the inline scripts of the shell of each release set.
 * @param store folder of the release store
 * @param read reads a file of it
 */
export function inlineScriptsOfSets(
  store: string,
  read = (file: string) => readFile(file, 'utf8'),
): InlineScriptsOf {
  const inline = new LRUCache<string, Promise<InlineScripts>>({
    max: maxShells,
    memoMethod: (version) => {
      const scripts = createInlineScripts((name) =>
        read(path.join(store, 'shell', version, 'inline', `${name}.js`)),
      )
      scripts.catch(() => inline.delete(version))
      return scripts
    },
  })
  return async (set) => (set.shell ? inline.memo(set.shell.version) : ownInlineScripts)
}
