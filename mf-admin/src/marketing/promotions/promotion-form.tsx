import { counted } from '@shop/pricing'
import { useServerTime } from '@shop/supabase'
import { Button, chakra, Grid, useToast } from '@shop/ui'
import { useWatch, type Control } from 'react-hook-form'
import type { ConflictField } from '../../kit/conflict-view'
import { ChipsField, MoneyField, NumberField, SwitchField, TextField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { useConflict } from '../../kit/use-conflict'
import { isRunning } from './end-promotion'
import type { OfficePromotion } from './list-promotions'
import { PromotionExample } from './promotion-example'
import { PromotionUses } from './promotion-uses'
import { kindLabels, kinds, scopeLabels, scopes, wayLabels } from './promotion-states'
import { ScopePicker } from './scope-picker'
import {
  changedFields,
  newPromotion,
  promotionSchema,
  promotionValues,
  readPromotion,
  type PromotionValues,
} from './promotion-values'
import { useSavePromotion } from './save-promotion'
import { Columns } from '../../kit/section'

const sizeOf = (ids: unknown) => (Array.isArray(ids) ? ids.length : 0)

const fields: ConflictField<PromotionValues>[] = [
  {
    name: 'is_automatic',
    label: 'Shoppers get it',
    show: (way) => wayLabels[way === 'true' ? 'true' : 'false'],
  },
  { name: 'code', label: 'Code or name' },
  {
    name: 'kind',
    label: 'Gives',
    show: (kind) => kindLabels[kinds.find((each) => each === kind) ?? 'percent'],
  },
  { name: 'percent', label: 'Per cent' },
  { name: 'amount_pence', label: 'Amount' },
  { name: 'buy_quantity', label: 'Buy' },
  { name: 'get_quantity', label: 'Get' },
  { name: 'get_percent', label: 'Per cent off those' },
  {
    name: 'applies_to',
    label: 'Is for',
    show: (scope) => scopeLabels[scopes.find((each) => each === scope) ?? 'order'],
  },
  { name: 'product_ids', label: 'Products', show: (ids) => counted(sizeOf(ids), 'product') },
  {
    name: 'category_ids',
    label: 'Categories',
    show: (ids) => counted(sizeOf(ids), 'category', 'categories'),
  },
  { name: 'starts_at', label: 'Starts' },
  { name: 'ends_at', label: 'Ends' },
  { name: 'minimum_pence', label: 'Minimum cart value' },
  { name: 'uses_limit', label: 'Uses in all' },
  { name: 'uses_per_customer', label: 'Uses per customer' },
  { name: 'is_active', label: 'Switched on' },
]

const BesideExample = chakra('div', {
  base: {
    display: 'grid',
    gap: '1.5rem',
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 17rem' },
  },
})

interface PromotionFormProps {
  /** Undefined adds a promotion. */
  promotion?: OfficePromotion
  /** The same with its present uses. */
  uses?: OfficePromotion
  onEnd: (promotion: OfficePromotion) => void
  onClose: () => void
}

/** The dialog that adds or changes a promotion, with an example of what it gives. Mount it anew for another one. */
export function PromotionForm({ promotion, uses, onEnd, onClose }: PromotionFormProps) {
  const toast = useToast()
  const save = useSavePromotion()
  const { now } = useServerTime()
  const opened = promotion ? promotionValues(promotion) : { version: 0, values: newPromotion(now()) }
  const conflict = useConflict<PromotionValues>(opened, fields, readPromotion)
  const form = useKitForm(promotionSchema, {
    defaultValues: opened.values,
    onSubmit: (values) =>
      save.mutateAsync({
        id: promotion?.id,
        version: promotion && conflict.base().version,
        fields: changedFields(values, promotion && conflict.base().values),
      }),
    onSaved: () => {
      const description = `Promotion ${promotion ? 'updated' : 'created'} successfully.`
      toast({ title: 'Success', description, status: 'success' })
      onClose()
    },
    onRejected: conflict.catchStale,
    failure: 'Failed to save promotion. Please try again.',
  })
  const end = (running: OfficePromotion) =>
    form.guard.leave(() => {
      form.guard.release()
      onEnd(running)
      onClose()
    })
  return (
    <FormDialog
      form={form}
      placement="wide"
      title={promotion ? 'Edit promotion' : 'Add promotion'}
      submitLabel={promotion ? 'Save Changes' : 'Create promotion'}
      aside={
        promotion &&
        isRunning(promotion) && (
          <Button variant="quiet" onClick={() => end(promotion)}>
            End now
          </Button>
        )
      }
      onClose={onClose}
    >
      {conflict.view}
      <BesideExample>
        <Grid gap="1.1rem" minWidth="0">
          <ChipsField {...form.field('is_automatic')} label="Shoppers get it" choices={wayLabels} />
          <CodeOrName control={form.control} />
          <ChipsField {...form.field('applies_to')} label="Is for" choices={scopeLabels} />
          <Scope control={form.control} names={promotion?.names} />
          <ChipsField {...form.field('kind')} label="Gives" choices={kindLabels} />
          <Figure control={form.control} />
          <Columns count={2}>
            <TextField
              {...form.field('starts_at')}
              type="datetime-local"
              label="Starts"
              required
              hint="London time."
            />
            <TextField
              {...form.field('ends_at')}
              type="datetime-local"
              label="Ends"
              optional
              hint="London time. Blank: no end."
            />
          </Columns>
          <MoneyField
            {...form.field('minimum_pence')}
            label="Minimum cart value"
            optional
            hint="In pounds, of all goods before VAT and delivery. Blank: any cart."
          />
          <Columns count={2}>
            <NumberField
              {...form.field('uses_limit')}
              label="Uses in all"
              optional
              min={1}
              hint="Orders that may use it. Blank: any number."
            />
            <NumberField
              {...form.field('uses_per_customer')}
              label="Uses per customer"
              optional
              min={1}
              hint="By account or email. Blank: any number."
            />
          </Columns>
          <SwitchField
            {...form.field('is_active')}
            label="Switched on"
            hint="When switched off, the code is refused as if it did not exist, and nothing is automatic."
          />
        </Grid>
        <PromotionExample control={form.control} />
      </BesideExample>
      {uses && <PromotionUses promotion={uses} />}
    </FormDialog>
  )
}

interface OfForm {
  control: Control<PromotionValues, unknown, unknown>
}

/** What shoppers enter, or what they read of an automatic promotion. */
function CodeOrName({ control }: OfForm) {
  const isAutomatic = useWatch({ control, name: 'is_automatic' }) === 'true'
  return isAutomatic ? (
    <TextField
      name="code"
      label="Name"
      required
      maxLength={40}
      autoComplete="off"
      hint="What shoppers read beside what they save, such as Three for two."
    />
  ) : (
    <TextField
      name="code"
      label="Code"
      required
      maxLength={40}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      hint="What shoppers enter. Upper and lower case are the same."
    />
  )
}

/** The products or categories; nothing for the whole order. */
function Scope({ control, names }: OfForm & { names: ReadonlyMap<string, string> | undefined }) {
  const scope = useWatch({ control, name: 'applies_to' })
  if (scope === 'order') return null
  const name = scope === 'products' ? 'product_ids' : 'category_ids'
  return <ScopePicker key={name} name={name} names={names} />
}

/** How much it takes off; nothing for free delivery. */
function Figure({ control }: OfForm) {
  const kind = useWatch({ control, name: 'kind' })
  if (kind === 'percent') {
    return (
      <NumberField
        name="percent"
        label="Per cent"
        required
        step={0.01}
        min={0.01}
        max={100}
        hint="Of the goods before VAT, rounded half up to the penny."
      />
    )
  }
  if (kind === 'buy_get') {
    return (
      <>
        <Columns count={2}>
          <NumberField name="buy_quantity" label="Buy" required min={1} max={100} hint="At the full price." />
          <NumberField
            name="get_quantity"
            label="Get"
            required
            min={1}
            max={100}
            hint="The cheapest of them."
          />
        </Columns>
        <NumberField
          name="get_percent"
          label="Per cent off those"
          required
          step={0.01}
          min={0.01}
          max={100}
          hint="100 makes them free."
        />
      </>
    )
  }
  if (kind === 'amount') {
    return (
      <MoneyField
        name="amount_pence"
        label="Amount"
        required
        hint="In pounds, off the goods before VAT; never more than they cost."
      />
    )
  }
  return null
}
