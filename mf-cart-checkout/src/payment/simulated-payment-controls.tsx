import { Checkbox, Disclosure, Rule } from '@shop/ui'

/** For the simulated payment only: makes the next payment fail. */
export function SimulatedPaymentControls({
  decline,
  onChange,
}: {
  decline: boolean
  onChange: (decline: boolean) => void
}) {
  return (
    <div>
      <Rule />
      <Disclosure title="Test the shop">
        <Checkbox
          name="decline"
          label="Decline this payment"
          checked={decline}
          onChange={(event) => {
            onChange(event.currentTarget.checked)
          }}
        />
      </Disclosure>
    </div>
  )
}
