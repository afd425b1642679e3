import {
  Box,
  chakra,
  Checkbox,
  Field,
  Input,
  NativeSelect,
  QuantityInput,
  RadioCardGroup,
  RadioChip,
  Stack,
  Text,
} from '@shop/ui'
import type { ReturnReason } from './order-returns'

/** A line as it is chosen in the form. */
export interface ChosenLine {
  isChosen: boolean
  quantity: number
  reason: ReturnReason | ''
  sealed: 'yes' | 'no' | ''
  comment: string
}

export const unchosen: ChosenLine = { isChosen: false, quantity: 1, reason: '', sealed: '', comment: '' }

const reasons: Record<ReturnReason, string> = {
  changed_mind: 'I changed my mind',
  damaged: 'It arrived damaged',
  wrong_item: 'It is not what I ordered',
  faulty: 'It is faulty',
}
const isReason = (text: string): text is ReturnReason => Object.hasOwn(reasons, text)

const Frame = chakra('li', { base: { paddingBlock: '.9rem', borderBottom: '1px solid {colors.line}' } })

interface ReturnLineProps {
  name: string
  /** Pieces that can still come back. */
  most: number
  canChangeMind: boolean
  value: ChosenLine
  /** Whether missing answers are shown. */
  isChecked: boolean
  onChange: (value: ChosenLine) => void
}

/** A line of an order: whether it comes back, how many, why, and whether its seal is unbroken. */
export function ReturnLine({ name, most, canChangeMind, value, isChecked, onChange }: ReturnLineProps) {
  const change = (part: Partial<ChosenLine>) => onChange({ ...value, ...part })
  return (
    <Frame>
      <Checkbox
        label={name}
        checked={value.isChosen}
        onChange={({ target }) => change({ isChosen: target.checked })}
      />
      {value.isChosen && (
        <Stack gap="1rem" paddingTop=".6rem" paddingInlineStart={{ md: '2rem' }}>
          {most > 1 && (
            <Box display="flex" alignItems="center" gap=".75rem">
              <QuantityInput
                label={`Number of ${name} to send back`}
                value={value.quantity}
                max={most}
                onChange={(quantity) => change({ quantity })}
              />
              <Text textStyle="small" color="muted">
                of {most}
              </Text>
            </Box>
          )}
          <Field
            label="Why?"
            required
            error={isChecked && value.reason === '' ? 'Choose a reason.' : undefined}
          >
            <NativeSelect
              aria-label={`Reason for returning ${name}`}
              value={value.reason}
              onChange={({ target }) => change({ reason: isReason(target.value) ? target.value : '' })}
            >
              <option value="">Choose a reason</option>
              {Object.entries(reasons)
                .filter(([reason]) => canChangeMind || reason !== 'changed_mind')
                .map(([reason, label]) => (
                  <option key={reason} value={reason}>
                    {label}
                  </option>
                ))}
            </NativeSelect>
          </Field>
          <RadioCardGroup
            label="Is the seal unbroken?"
            value={value.sealed}
            onChange={(sealed) => change({ sealed: sealed === 'yes' ? 'yes' : 'no' })}
            error={isChecked && value.sealed === '' ? 'Tell us whether the seal is unbroken.' : undefined}
          >
            <Box display="flex" flexWrap="wrap" gap=".6rem">
              <RadioChip value="yes" label="Yes, unbroken" />
              <RadioChip value="no" label="No, opened" />
            </Box>
          </RadioCardGroup>
          <SealExplained reason={value.reason} sealed={value.sealed} />
          <Field label="Anything we should know?" optional>
            <Input
              value={value.comment}
              maxLength={500}
              onChange={({ target }) => change({ comment: target.value })}
            />
          </Field>
        </Stack>
      )}
    </Frame>
  )
}

/** The note on the seal of this line. */
function SealExplained({ reason, sealed }: Pick<ChosenLine, 'reason' | 'sealed'>) {
  if (reason === '') return null
  const text =
    reason !== 'changed_mind'
      ? 'Items that are faulty, damaged or not what you ordered can be returned even if opened. We pay the return postage.'
      : sealed === 'no'
        ? 'For reasons of health and hygiene we can’t take back items sealed for hygiene once the seal is broken. If this one had no seal, please send your request anyway: we check each item and let you know.'
        : 'For reasons of health and hygiene, items sealed for hygiene can be returned after a change of mind only with the seal unbroken. You pay the return postage.'
  return (
    <Text textStyle="small" color="muted" role="status">
      {text}
    </Text>
  )
}
