import { recordFields } from './fields'
import { startReplayQueue } from './replay-queue'
import { deferScripts } from './defer-scripts'

/**
 * Loads a server-rendered page's scripts late, and replays the visitor's input once they have hydrated it. When a script
 * cannot be loaded the replay starts at once, and the browser submits forms natively.
 * @param scripts addresses of the shell's scripts, run in this order
 * @param preload URLs that these scripts will import, loaded at the same time
 * @param prefetch URLs that they may import later, loaded with low priority
 * @param hashes SHA-384 of scripts and preloads, by URL
 */
export function deferHydration(
  scripts: readonly string[],
  preload: readonly string[],
  prefetch: readonly string[],
  hashes: Readonly<Record<string, string>>,
): void {
  let replayed = false
  const replay = () => {
    if (replayed) return
    replayed = true
    // In a task of its own: inside React's work the updates of the replayed events would be deferred.
    setTimeout(replayQueue)
  }
  const load = deferScripts(scripts, preload, prefetch, hashes, replay)
  const replayQueue = startReplayQueue(recordFields(), load)
  document.addEventListener('shop-ready', replay, { once: true })
}
