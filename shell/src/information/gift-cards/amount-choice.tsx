import { Flex, RadioCardGroup, RadioChip } from '@shop/ui'
import { useRef } from 'react'

const usual = ['25', '50', '100', '200']

/** The usual amounts, each a press; the field beneath takes any other. @param amount in the field */
export function AmountChoice({ amount }: { amount: string }) {
  const group = useRef<HTMLDivElement>(null)
  // As typing would, so that everything that follows typing happens.
  const fillIn = (pounds: string) => {
    const field = group.current?.closest('form')?.elements.namedItem('amount')
    if (!(field instanceof HTMLInputElement)) return
    field.value = pounds
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <div ref={group}>
      <RadioCardGroup label="Usual amounts" hideLabel value={amount} onChange={fillIn}>
        <Flex gap=".6rem" flexWrap="wrap">
          {usual.map((pounds) => (
            <RadioChip key={pounds} value={pounds} label={`£${pounds}`} />
          ))}
        </Flex>
      </RadioCardGroup>
    </div>
  )
}
