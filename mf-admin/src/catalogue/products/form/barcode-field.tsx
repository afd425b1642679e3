import { cleanCode } from '@shop/settings'
import { useWatch } from 'react-hook-form'
import { barcodeProblem } from '../../codes/check-digit'
import { TextField } from '../../../kit/fields'
import { limits } from './product-schema'

/** A barcode; its check digit is a hint, since a shop may have codes of its own without one. */
export function BarcodeField({ name }: { name: string }) {
  const code: unknown = useWatch({ name })
  const isComplete = typeof code === 'string' && /^\d{8,14}$/.test(cleanCode(code))
  return (
    <TextField
      name={name}
      label="Barcode"
      hint={(isComplete && barcodeProblem(code)) || undefined}
      maxLength={limits.barcode}
      inputMode="numeric"
      autoComplete="off"
    />
  )
}
