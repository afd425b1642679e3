import { Text } from '@shop/ui'

/** Two fields beside each other where there is room. */
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
