import { Link, useLocation } from '@shop/router'
import { chakra, Icon } from '@shop/ui'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'

const maxLinks = 5

/** The pages to link: at most five, the current one in the middle where possible. A page out of range counts as the nearest. */
export function pageLinks(page: number, pages: number): { current: number; links: number[] } {
  const current = Math.min(Math.max(Math.trunc(page) || 1, 1), Math.max(pages, 1))
  const count = Math.min(maxLinks, pages)
  const first = Math.min(Math.max(current - Math.floor(maxLinks / 2), 1), pages - count + 1)
  return { current, links: Array.from({ length: count }, (_, index) => first + index) }
}

const item = {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '.35rem',
    minWidth: '44px',
    minHeight: '44px',
    paddingInline: '.6rem',
    borderRadius: 'panel',
    fontVariantNumeric: 'tabular-nums',
    '@media (min-width: 900px) and (pointer: fine)': { minWidth: '36px', minHeight: '36px' },
    '&:is(a):hover': { background: 'sunken' },
    '&[aria-current]': { background: 'accentSoft', color: 'accentSoftInk', fontWeight: 540 },
    '&[aria-disabled]': { color: 'disabled' },
    '& > span': { display: { base: 'none', md: 'inline' } },
  },
} as const
const PageLink = chakra(Link, item)
const Off = chakra('span', item)

export interface PagerProps {
  page: number
  /** How many pages there are; nothing is shown for one. */
  pages: number
  /** The search parameter of the page. */
  param?: string
  /** What the pages are of, if a screen has several pagers. */
  label?: string
}

/** Links to the pages of a list: Previous, at most five numbers, Next. The page is a search parameter of the URL. */
export function Pager({ page, pages, param = 'page', label = 'Pages' }: PagerProps) {
  const { search } = useLocation()
  if (pages <= 1) return null
  const { current, links } = pageLinks(page, pages)
  const to = (target: number) => {
    const params = new URLSearchParams(search)
    if (target === 1) params.delete(param)
    else params.set(param, String(target))
    return { search: params.toString() }
  }
  const neighbour = (target: number, name: string, content: ReactNode) =>
    target >= 1 && target <= pages ? (
      <PageLink to={to(target)} aria-label={name}>
        {content}
      </PageLink>
    ) : (
      <Off role="link" aria-disabled="true" aria-label={name}>
        {content}
      </Off>
    )
  return (
    <chakra.nav aria-label={label} display="flex" justifyContent="center" gap={{ base: '0', md: '.15rem' }}>
      {neighbour(
        current - 1,
        'Previous',
        <>
          <Icon as={ChevronLeft} size="s" />
          <span>Previous</span>
        </>,
      )}
      {links.map((target) => (
        <PageLink
          key={target}
          to={to(target)}
          aria-label={`Page ${String(target)}`}
          aria-current={target === current ? 'page' : undefined}
        >
          {target.toLocaleString('en-GB')}
        </PageLink>
      ))}
      {neighbour(
        current + 1,
        'Next',
        <>
          <span>Next</span>
          <Icon as={ChevronRight} size="s" />
        </>,
      )}
    </chakra.nav>
  )
}
