import { useSettings } from '@shop/settings'
import { Text } from '@shop/ui'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { NumberField, SelectField, SwitchField, TextField } from '../../kit/fields'
import { FormDialog } from '../../kit/form-dialog'
import { Gone } from './form-parts'
import { JsonEditor } from './json-editor'
import { ruleTypes, type OfficeShipping, type Rule } from './office-shipping'
import { ActionInputs, ConditionInputs } from './rule-inputs'
import { newRule, ruleNotes, ruleSchema, ruleValues } from './rule-values'
import { limits } from './shipping-values'
import { unsavedId, type Trial } from './trial'
import { TryIt } from './try-it'
import { useShippingForm } from './use-shipping-form'
import { Columns } from '../../kit/section'

const fields = [
  { name: 'name', label: 'Rule Name' },
  { name: 'type', label: 'Type' },
  { name: 'priority', label: 'Priority' },
  { name: 'conditions', label: 'Conditions' },
  { name: 'actions', label: 'Actions' },
  { name: 'is_active', label: 'Active' },
] as const

interface RuleFormProps {
  /** Undefined adds a rule. */
  rule?: Rule
  shipping: OfficeShipping
  trial: Trial
  onClose: () => void
}

/** The dialog that adds or changes a rule. Mount it anew for another one. */
export function RuleForm({ rule, shipping, trial, onClose }: RuleFormProps) {
  const { form, conflict, gone, title, submitLabel } = useShippingForm({
    kind: 'rule',
    record: rule,
    schema: ruleSchema,
    empty: newRule,
    read: ruleValues,
    fields,
    onClose,
  })
  const { invalidJson } = useSettings().shipping
  const values = useWatch({ control: form.control })
  const draft = v.safeParse(ruleSchema, { ...values, name: values.name?.trim() ? values.name : 'This rule' })
  const notes = draft.success ? ruleNotes(draft.output, shipping.methods) : []
  return (
    <FormDialog form={form} title={title} submitLabel={submitLabel} placement="wide" onClose={onClose}>
      {conflict}
      <Gone text={gone} />
      <TextField {...form.field('name')} label="Rule Name" required maxLength={limits.name} />
      <Columns count={2}>
        <SelectField {...form.field('type')} label="Type">
          {Object.entries(ruleTypes).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <NumberField
          {...form.field('priority')}
          label="Priority"
          hint="Low numbers first; 100 if left empty."
        />
      </Columns>
      <JsonEditor
        name="conditions"
        title="Conditions"
        text="All of them must hold. Without any, the rule always applies."
        example='{"min_order_value": 25}'
        showsErrors={invalidJson === 'reported'}
      >
        {(json, patch) => <ConditionInputs json={json} patch={patch} methods={shipping.methods} />}
      </JsonEditor>
      <JsonEditor
        name="actions"
        title="Actions"
        text="They apply from top to bottom."
        example='{"free_shipping": true}'
        showsErrors={invalidJson === 'reported'}
      >
        {(json, patch) => <ActionInputs json={json} patch={patch} />}
      </JsonEditor>
      <div role="status">
        {notes.map((note) => (
          <Text key={note} textStyle="small" color="warning">
            {note}
          </Text>
        ))}
      </div>
      <SwitchField {...form.field('is_active')} label="Active" hint="Inactive rules change no price." />
      <TryIt
        shipping={shipping}
        trial={trial}
        draft={
          draft.success
            ? { kind: 'rule', record: { id: rule?.id ?? unsavedId, version: 0, ...draft.output } }
            : undefined
        }
      />
    </FormDialog>
  )
}
