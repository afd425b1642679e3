import { toPence } from '@shop/pricing'
import { Button, chakra, Field, Input } from '@shop/ui'
import { useState, type ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import * as v from 'valibot'
import { moneyText, requiredMoney } from '../../../kit/field-rules'
import { limits, type ProductValues } from './product-schema'

const Row = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '1rem 1.5rem', alignItems: 'end' },
})
const Pair = chakra('div', {
  base: { display: 'flex', gap: '.6rem', alignItems: 'end', '& > :first-child': { width: '9rem' } },
})

const amount = requiredMoney('Please enter a price.')
const count = v.pipe(v.string(), v.regex(/^\d{1,7}$/), v.transform(Number), v.maxValue(limits.stock))

/** One field whose number is given to every variant. */
function ForAll({
  label,
  step,
  accepts,
  onSet,
}: {
  label: ReactNode
  step: number
  accepts: (text: string) => boolean
  onSet: (text: string) => void
}) {
  const [text, setText] = useState('')
  const set = () => {
    onSet(text)
    setText('')
  }
  return (
    <Pair>
      <Field label={label}>
        <Input
          type="number"
          inputMode={step === 1 ? 'numeric' : 'decimal'}
          min={0}
          step={step}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onWheel={({ currentTarget }) => currentTarget.blur()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (accepts(text)) set()
          }}
        />
      </Field>
      <Button variant="quiet" marginBottom=".4rem" disabled={!accepts(text)} onClick={set}>
        Set all
      </Button>
    </Pair>
  )
}

/** Gives every variant the same price or stock. */
export function SameForAll() {
  const { getValues, setValue } = useFormContext<ProductValues>()
  const changed = { shouldDirty: true, shouldValidate: true }
  return (
    <Row role="group" aria-label="All variants">
      <ForAll
        label="Price of all (GBP)"
        step={0.01}
        accepts={(text) => v.is(amount, text)}
        onSet={(text) =>
          getValues('variants').forEach((_, place) =>
            setValue(`variants.${place}.price`, moneyText(toPence(text)), changed),
          )
        }
      />
      <ForAll
        label="Stock of each"
        step={1}
        accepts={(text) => v.is(count, text)}
        onSet={(text) =>
          getValues('variants').forEach(({ stock }, place) =>
            setValue(`variants.${place}.stock_change`, String(Number(text) - stock), changed),
          )
        }
      />
    </Row>
  )
}
