/** After this time the shell's script is asked for again, in milliseconds: as chunks and containers are. */
const limitMs = 15_000

/** Words at the foot of the page, whose links and forms work without scripts, and a retry. */
function createNote(): HTMLElement {
  const note = document.createElement('div')
  note.setAttribute('role', 'alert')
  note.style.cssText =
    'position:fixed;bottom:0;left:0;right:0;z-index:1;padding:.5rem;text-align:center;font:1rem sans-serif;background:canvas;color:canvastext;border-top:1px solid'
  const button = document.createElement('button')
  button.textContent = 'Try again'
  button.style.cssText = 'font:inherit;min-height:44px;margin-left:1rem'
  button.onclick = () => location.reload()
  note.append('Part of this page could not be loaded.', button)
  return note
}

/**
 * Asks for a script of the shell that failed, or that has not come in time, once more and past every cache: a damaged answer may have
 * been stored as immutable. Where it fails again, the page says so.
 */
export function retryShellScript(): void {
  const loaded = new Set<EventTarget>()
  const retried = new Set<EventTarget>()
  let note: HTMLElement | undefined
  const say = () => {
    note ??= document.body.appendChild(createNote())
  }
  const retry = async (failed: HTMLScriptElement) => {
    if (retried.has(failed)) return
    retried.add(failed)
    try {
      await (await fetch(failed.src, { cache: 'reload', signal: AbortSignal.timeout(limitMs) })).arrayBuffer()
      if (loaded.has(failed)) return
      // In another document it does not run, should it come after all.
      document.implementation.createHTMLDocument().adoptNode(failed)
      const script = document.createElement('script')
      script.crossOrigin = failed.crossOrigin
      script.integrity = failed.integrity
      script.onerror = say
      script.src = failed.src
      document.head.append(script)
    } catch {
      if (!loaded.has(failed)) say()
    }
  }
  const watch = ({ type, target }: Event) => {
    if (!(target instanceof HTMLScriptElement) || !target.defer) return
    if (type === 'error') void retry(target)
    else {
      loaded.add(target)
      note?.remove()
    }
  }
  document.addEventListener('load', watch, true)
  document.addEventListener('error', watch, true)
  setTimeout(() => {
    for (const script of document.querySelectorAll<HTMLScriptElement>('script[defer]'))
      if (!loaded.has(script)) void retry(script)
  }, limitMs)
}
