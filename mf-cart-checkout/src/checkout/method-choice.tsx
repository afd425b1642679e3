import { deliveryEstimate, deliveryText } from '@shop/pricing'
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

const day = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})

function arrival(method: MethodQuote['method'], postcode: string): string {
  const { from, to } = deliveryEstimate(method, new Date(), postcode)
  const [first, last] = [new Date(from), new Date(to)].map((date) => day.format(date))
  return first === last ? `by ${String(last)}` : `${String(first)} to ${String(last)}`
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

/** The shipping methods with delivery days and price to the typed postcode. */
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
  return (
    <Box as="section" display="grid" gap="1.25rem">
      <Box display="grid" gap=".5rem">
        <Heading level={2}>Shipping method</Heading>
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
          title="The shipping methods could not be loaded"
          text="What you typed is kept."
          onRetry={onRetry}
        />
      )}
      {choices.length > 0 && (
        <RadioCardGroup label="Shipping method" hideLabel name="method" value={value} onChange={onChange}>
          {choices.map(({ method, available, pence }) => (
            <RadioCard
              key={method.id}
              value={method.id}
              title={method.name}
              icon={iconOf(method.name)}
              disabled={!available}
              detail={
                available
                  ? `${deliveryText(method)}, ${arrival(method, postcode)}`
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
