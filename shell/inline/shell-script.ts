import { codeTimeoutMs, fetchBypassingCaches } from '@shop/router/fetch-bypassing-caches'

/** Words at the foot of the page, whose links and forms work without scripts, and a retry. */
function createNote(): HTMLElement {
  const note = document.createElement('p')
  note.setAttribute('role', 'alert')
  note.style.cssText =
    'position:fixed;inset:auto 0 0;margin:0;padding:8px;background:var(--am-colors-raised,canvas);text-align:center;border-top:1px solid var(--am-colors-line,currentcolor)'
  const button = document.createElement('button')
  button.textContent = 'Try again'
  button.style.cssText = 'font:inherit;min-height:44px;text-decoration:underline;cursor:pointer'
  button.onclick = () => location.reload()
  note.append('Part of this page could not be loaded. ', button)
  return note
}

/**
 * Asks for a script of the shell that failed, or that has not come in time, once more and past every cache.
 * Where it fails again, the page says so.
 */
export function retryShellScript(): void {
  let note: HTMLElement | undefined
  const say = () => {
    note ??= document.body.appendChild(createNote())
  }
  const retry = async (failed: HTMLScriptElement) => {
    try {
      await fetchBypassingCaches(failed.src)
      if (!failed.defer || !failed.isConnected) return
      // In another document it does not run, should it come after all.
      new Document().adoptNode(failed)
      const { src, integrity } = failed
      const script = document.createElement('script')
      document.head.append(Object.assign(script, { crossOrigin: 'anonymous', integrity, onerror: say, src }))
    } catch {
      if (failed.defer) say()
    }
  }
  const watch = ({ type, target }: Event) => {
    if (!(target instanceof HTMLScriptElement && target.defer)) return
    if (type === 'error') void retry(target)
    else {
      target.defer = false
      note?.remove()
    }
  }
  document.addEventListener('load', watch, true)
  document.addEventListener('error', watch, true)
  setTimeout(() => {
    document.querySelectorAll<HTMLScriptElement>('script[defer]').forEach((script) => void retry(script))
  }, codeTimeoutMs)
}
