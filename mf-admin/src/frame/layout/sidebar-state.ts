import { useCallback, useState, useSyncExternalStore } from 'react'

const cookie = 'aurelle_sidebar'
const sevenDays = 7 * 24 * 60 * 60

function storedCollapsed(): boolean {
  return typeof document !== 'undefined' && document.cookie.split('; ').includes(`${cookie}=collapsed`)
}

/** Whether the sidebar is collapsed to icons, stored in a cookie for seven days. */
export function useCollapsed(): [collapsed: boolean, toggle: () => void] {
  const [collapsed, setCollapsed] = useState(storedCollapsed)
  const toggle = useCallback(() => {
    const next = !collapsed
    document.cookie = `${cookie}=${next ? 'collapsed' : 'expanded'}; path=/admin; max-age=${sevenDays}; samesite=lax`
    setCollapsed(next)
  }, [collapsed])
  return [collapsed, toggle]
}

const narrow = '(max-width: 767.98px)'

function onNarrowChange(changed: () => void) {
  const media = matchMedia(narrow)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** True below 768 px, where the sidebar is an overlay. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    onNarrowChange,
    () => matchMedia(narrow).matches,
    () => false,
  )
}
