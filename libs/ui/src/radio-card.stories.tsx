import Truck from 'lucide-react/icons/truck'
import { useState } from 'react'
import { HStack } from './layout'
import { RadioCard, RadioCardGroup, RadioChip } from './radio-card'

export default {}

export const Cards = () => {
  const [value, setValue] = useState('standard')
  return (
    <RadioCardGroup label="Delivery" value={value} onChange={setValue}>
      <RadioCard value="standard" title="Standard" detail="5-7 business days" price="Free" icon={Truck} />
      <RadioCard value="express" title="Express" price="£4.99" />
      <RadioCard value="courier" title="Courier" detail="Not to your postcode" disabled />
    </RadioCardGroup>
  )
}

export const Chips = () => {
  const [value, setValue] = useState('s')
  return (
    <RadioCardGroup label="Size" value={value} onChange={setValue} error="Choose a size.">
      <HStack gap="2" flexWrap="wrap">
        <RadioChip value="s" label="S" />
        <RadioChip value="m" label="M" />
        <RadioChip value="xl" label="XL" note="sold out" />
      </HStack>
    </RadioCardGroup>
  )
}
