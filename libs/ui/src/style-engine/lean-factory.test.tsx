import { chakra as original, ChakraProvider } from '@chakra-ui/react/styled-system'
import { CacheProvider } from '@emotion/react'
import { useId, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { leanFactory } from './lean-factory'
import { pageStyles } from './server-styles'
import { system } from './system'

type Factory = typeof original
const lean = leanFactory(original)

function Id() {
  return <i id={useId()} />
}

const Own = ({ className, title }: { className?: string; title?: string }) => (
  <em className={className} title={title} />
)

/** Elements as the shop writes them, each with every kind of prop. */
function page(chakra: Factory, name: string): ReactNode {
  const Wrap = chakra('div', { base: { width: '100%', paddingInline: '1rem' } })
  const Row = chakra(Wrap, {
    base: { display: 'grid', paddingInline: '2rem' },
    variants: { size: { s: { height: '1px' }, m: { height: '2px' } }, full: { true: { width: '50%' } } },
    defaultVariants: { size: 'm' },
  })
  const Linked = chakra(Own, { base: { color: 'red' } })
  const Skeleton = chakra('p', { base: { opacity: 0.5 } }, { defaultProps: { 'aria-hidden': true } })
  const Overlay = chakra('dialog', { base: { inset: '0' } }, { forwardProps: ['closedby'] })
  const overlay = { closedby: 'none' } as const
  return (
    <>
      <Wrap title={name}>{name}</Wrap>
      <Wrap as="section" className="mine other" data-name={name} hidden={undefined} />
      <Wrap
        paddingInline={{ base: '3rem', lg: '4rem' }}
        _hover={{ color: 'red' }}
        css={{ '& b': { margin: 0 } }}
      />
      <Row>
        <Id />
      </Row>
      <Row size="s" full htmlWidth={3} />
      <Row full={false} size="m" onClick={() => undefined} />
      <Linked title={name} margin="1px" className="mine" />
      <chakra.span asChild display="inline">
        <a href={`/${name}`}>{name}</a>
      </chakra.span>
      <chakra.h2 as="h3" textStyle="h2" />
      <chakra.h2 as="h4" textStyle="h2" />
      <chakra.div />
      <chakra.circle cx="1" cy="2" r="3" />
      <Skeleton />
      <Skeleton aria-hidden={false} />
      <Overlay {...overlay} />
      <chakra.div className="css-given">
        <Linked className="css-given" />
      </chakra.div>
    </>
  )
}

function rendered(children: ReactNode) {
  const styles = pageStyles()
  const markup = renderToString(
    <CacheProvider value={styles.cache}>
      <ChakraProvider value={system}>{children}</ChakraProvider>
    </CacheProvider>,
  )
  return { markup, styles: styles.styleElements() }
}

test('every page is the same as Chakra renders it: markup, ids and styles', () => {
  const one = page(lean, 'one')
  const [first, again] = [rendered(one), rendered(one)]
  expect(first).toEqual(rendered(page(original, 'one')))
  expect(again).toEqual(first)
})

test('a component that has rendered for one visitor has nothing of it for the next', () => {
  const Box = lean('div', { base: { color: 'red' } })
  const said = (title: string, words: string) => rendered(<Box title={title}>{words}</Box>)
  expect(said('A secret', 'of one').markup).toMatch(/title="A secret".*>of one</)
  const next = said('Another', 'of two').markup
  expect(next).toMatch(/title="Another".*>of two</)
  expect(next).not.toContain('one')
  expect(rendered(<Box />).markup).not.toContain('title')
})
