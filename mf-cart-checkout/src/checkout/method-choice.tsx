import { useServerTime } from '@shop/supabase'
import { arrivalText, deliveryEstimate, deliveryText } from '@shop/pricing'
import {
  Box,
  ErrorState,
  Heading,
  RadioCard,
  RadioCardGroup,
  Skeleton,
  Text,
  type IconComponent,
} from '@shop/ui'
import Clock from 'lucide-react/icons/clock'
import Package from 'lucide-react/icons/package'
import Truck from 'lucide-react/icons/truck'
import { costs } from '../order/total-rows'
import type { MethodQuote } from '../shipping/quotes'

/** The picture of a method, by its name. */
function iconOf(name: string): IconComponent {
  if (/next|overnight/i.test(name)) return Clock
  return /express/i.test(name) ? Truck : Package
}

interface MethodChoiceProps {
  choices: readonly MethodQuote[]
  /** How the destination affects the prices, as a sentence. */
  zone: string
  /** The destination, as far as typed. */
  postcode: string
  loading: boolean
  failed: boolean
  onRetry: () => void
  value: string
  onChange: (id: string) => void
}

/** The delivery options with their days and prices to the typed postcode. */
export function MethodChoice({
  choices,
  zone,
  postcode,
  loading,
  failed,
  onRetry,
  value,
  onChange,
}: MethodChoiceProps) {
  const { now } = useServerTime()
  return (
    <Box as="section" display="grid" gap="1.25rem">
      <Box display="grid" gap=".5rem">
        <Heading level={2}>Delivery options</Heading>
        <Text role="status" textStyle="small" color="inkSoft" minHeight={{ base: '3.2em', md: '1.6em' }}>
          {zone}
        </Text>
      </Box>
      {loading && (
        <Box display="grid" gap=".6rem">
          {[1, 2, 3].map((card) => (
            <Skeleton key={card} height="84px" width="100%" />
          ))}
        </Box>
      )}
      {failed && choices.length === 0 && (
        <ErrorState
          level={3}
          title="The delivery options could not be loaded"
          text="What you typed is kept."
          onRetry={onRetry}
        />
      )}
      {choices.length > 0 && (
        <RadioCardGroup label="Delivery options" hideLabel name="method" value={value} onChange={onChange}>
          {choices.map(({ method, available, pence }) => (
            <RadioCard
              key={method.id}
              value={method.id}
              title={method.name}
              icon={iconOf(method.name)}
              disabled={!available}
              detail={
                available
                  ? `${deliveryText(method)}, arrives ${arrivalText(deliveryEstimate(method, now(), postcode))}`
                  : 'Not available at this address'
              }
              price={available ? costs(pence) : undefined}
            />
          ))}
        </RadioCardGroup>
      )}
    </Box>
  )
}
