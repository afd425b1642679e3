import { chakra } from '@shop/ui'
import { useId, type ReactNode } from 'react'

const Root = chakra('section', {
  base: {
    display: 'grid',
    gap: '1.1rem',
    minWidth: '0',
    '& + &': { borderTop: '1px solid {colors.line}', paddingTop: '1.5rem' },
  },
})

/** A part of a long form under a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Root aria-labelledby={id}>
      <chakra.h3 id={id} textStyle="body" fontWeight={540}>
        {title}
      </chakra.h3>
      {children}
    </Root>
  )
}

/** Fields side by side where there is room. */
export const Columns = chakra('div', {
  base: { display: 'grid', gap: '1.1rem', alignItems: 'start' },
  variants: {
    count: {
      2: { gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } },
      3: { gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))' } },
    },
  },
})
