import { chakra } from '@chakra-ui/react/styled-system'

/** A text whose amounts stand in figures of equal width and do not break. */
export function Amounts({ text }: { text: string }) {
  // Every second part is an amount.
  return text.split(/(£[\d,]+(?:\.\d\d)?)/).map((part, index) =>
    index % 2 === 1 ? (
      <chakra.span key={index} fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
        {part}
      </chakra.span>
    ) : (
      part
    ),
  )
}
