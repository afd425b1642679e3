import { Checkbox, Disclosure, Rule } from '@shop/ui'

/** Beside the simulated payment alone: makes the next one fail. */
export function TestTheShop({
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
