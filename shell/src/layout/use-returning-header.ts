import { useEffect, type RefObject } from 'react'

/** A visitor who scrolls less than this wants neither to show nor to hide the header; in pixels. */
const minScroll = 8

/** Down to here the header stays, in pixels. */
const top = 240

/**
 * Hides the header while a visitor scrolls down and shows it when they scroll up. It takes the same room in both, so that nothing moves.
 * @param inside anything in the header
 * @param stays it is never hidden: with something in the cart, its count is always in sight
 */
export function useReturningHeader(inside: RefObject<HTMLElement | null>, stays: boolean): void {
  useEffect(() => {
    const header = inside.current?.closest('header')
    if (!header || stays) return
    let last = scrollY
    const onScroll = () => {
      const moved = scrollY - last
      if (Math.abs(moved) < minScroll) return
      last = scrollY
      header.toggleAttribute('data-away', moved > 0 && scrollY > top)
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      removeEventListener('scroll', onScroll)
      header.removeAttribute('data-away')
    }
  }, [inside, stays])
}
