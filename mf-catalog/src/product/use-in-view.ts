import { useEffect, useState, type RefObject } from 'react'

/** Whether an element is in the viewport, or within a margin of it ("100%" of its height); null until that is known. */
export function useInView(element: RefObject<Element | null>, margin = '0%'): boolean | null {
  const [inView, setInView] = useState<boolean | null>(null)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        setInView(entries.at(-1)?.isIntersecting ?? null)
      },
      { rootMargin: `${margin} 0%` },
    )
    observer.observe(element.current)
    return () => {
      observer.disconnect()
    }
  }, [element, margin])
  return inView
}
