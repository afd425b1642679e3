import { Checkbox, Text } from '@shop/ui'

interface ReminderChoiceProps {
  isDeclined: boolean
  onChange: (isDeclined: boolean) => void
}

/** Says that there may be one email about an unfinished checkout, and declines it: the law asks for both where the address is given. */
export function ReminderChoice({ isDeclined, onChange }: ReminderChoiceProps) {
  return (
    <div>
      <Text textStyle="small" color="muted">
        If you do not finish, we may send you one email about what is in your cart.
      </Text>
      <Checkbox
        name="noReminder"
        label="Do not remind me"
        checked={isDeclined}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.checked)
        }}
      />
    </div>
  )
}
