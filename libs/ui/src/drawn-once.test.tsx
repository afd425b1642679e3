import { useId, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { DrawnOnce } from './drawn-once'
import { Badge } from './badge'
import { DrawnPartsContext, keptParts, pageStyles } from './server'
import { chakra } from '@chakra-ui/react/styled-system'
import { UiProvider } from './ui-provider'

const Row = chakra('li', { base: { display: 'grid', '& b': { color: 'muted' } } })
const draws = vi.fn()

/** What is drawn for a word, with the styles of its content. */
function Content({ word }: { word: string }) {
  draws(word)
  return (
    <>
      <Badge>{word}</Badge>
      <ul>
        <li>
          <chakra.b paddingTop=".3rem">{word}</chakra.b>
        </li>
      </ul>
    </>
  )
}
const Word = ({ word, by = word, ...rest }: { word: string; by?: string | null; title?: string }) => (
  <DrawnOnce as={Row} of={() => by} {...rest}>
    <Content word={word} />
  </DrawnOnce>
)

/** Draws a page with what was kept. @param circumstances such as settings */
function drawn(kept: ReturnType<typeof keptParts> | null, content: ReactNode, circumstances = 'same') {
  const styles = pageStyles()
  const parts = kept?.ofPage(circumstances, styles) ?? null
  const markup = renderToString(
    <UiProvider styles={styles.cache}>
      <DrawnPartsContext value={parts}>{content}</DrawnPartsContext>
    </UiProvider>,
  )
  const page = parts?.keep(markup) ?? markup
  return { markup: page, styles: styles.styleElements(page) }
}
/** The words that were drawn for a page. */
function wordsOf(draw: () => unknown): unknown[] {
  draws.mockClear()
  draw()
  return draws.mock.calls.flat()
}
const list = (
  <ol>
    <Word word="one" />
    <Word word="two" title="More" />
  </ol>
)

test('what is kept is not drawn again, and the page is the same to the byte', () => {
  const kept = keptParts()
  const anew = drawn(null, list)
  expect(anew.markup).not.toContain('data-drawn-part')
  expect(drawn(kept, list)).toEqual(anew)
  expect(wordsOf(() => drawn(kept, list))).toEqual([])
  expect(drawn(kept, list)).toEqual(anew)
})

test('it is kept for every page that has it, wherever it stands there', () => {
  const kept = keptParts()
  drawn(kept, list)
  const other = (
    <div>
      <Word word="two" title="More" />
      <Word word="three" />
    </div>
  )
  expect(wordsOf(() => expect(drawn(kept, other)).toEqual(drawn(null, other)))).toEqual([
    'three',
    'two',
    'three',
  ])
})

test('with other circumstances or other props, and without a key, it is drawn anew', () => {
  const kept = keptParts()
  drawn(kept, list)
  expect(wordsOf(() => drawn(kept, <Word word="one" title="Other" />))).toEqual(['one'])
  expect(wordsOf(() => drawn(kept, list, 'other settings'))).toEqual(['one', 'two'])
  for (const _ of [1, 2]) expect(wordsOf(() => drawn(kept, <Word word="one" by={null} />))).toEqual(['one'])
})

test('one that stands in another is kept too', () => {
  const kept = keptParts()
  const outer = (
    <DrawnOnce as="section" of={() => 'outer'}>
      {list}
    </DrawnOnce>
  )
  expect(drawn(kept, outer)).toEqual(drawn(null, outer))
  expect(wordsOf(() => expect(drawn(kept, outer).markup).not.toContain('data-drawn-part'))).toEqual([])
  expect(wordsOf(() => drawn(kept, list))).toEqual([])
})

test('text that looks like a mark stays', () => {
  const kept = keptParts()
  const page = (
    <>
      <p>{' data-drawn-part="0"'}</p>
      {list}
    </>
  )
  expect(drawn(kept, page).markup).toEqual(drawn(null, page).markup)
})

test('an element with an id of React’s is not kept, since it says where on the page it stands', () => {
  const kept = keptParts()
  function Named() {
    const id = useId()
    draws('named')
    return <input id={id} />
  }
  const page = (
    <DrawnOnce as="div" of={() => 'named'}>
      <Named />
    </DrawnOnce>
  )
  drawn(kept, page)
  expect(wordsOf(() => drawn(kept, page))).toEqual(['named'])
})
