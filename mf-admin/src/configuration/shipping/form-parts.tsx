import { chakra, Text } from '@shop/ui'

/** Two fields beside each other where there is room. */
export const Pair = chakra('div', {
  base: {
    display: 'grid',
    gap: '1.1rem',
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  },
})

/** Says that the record of a form was deleted meanwhile. */
export function Gone({ text }: { text: string | false }) {
  return (
    <div role="status">
      {text && (
        <Text padding=".75rem 1rem" borderRadius="panel" background="warningSoft">
          {text}
        </Text>
      )}
    </div>
  )
}
