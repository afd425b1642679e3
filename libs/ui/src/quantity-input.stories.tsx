import { useState } from 'react'
import { HStack } from './layout'
import { QuantityInput } from './quantity-input'

export default {}

export const States = () => {
  const [value, setValue] = useState(2)
  return (
    <HStack gap="4" flexWrap="wrap">
      <QuantityInput value={value} onChange={setValue} label="Quantity of Cairn Trio" />
      <QuantityInput value={1} max={1} onChange={setValue} label="The last one" />
      <QuantityInput value={1} onChange={setValue} label="Sold out" disabled />
    </HStack>
  )
}
