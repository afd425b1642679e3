import { useSettings } from '@shop/settings'
import { Button, Text, useToast } from '@shop/ui'
import { useRef, useState } from 'react'
import * as v from 'valibot'
import type { ConflictField } from '../../kit/conflict-view'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { useConflict, type Versioned } from '../../kit/use-conflict'
import { useStaff } from '../../frame/staff/use-staff'
import { EffectQuestion } from './effect-question'
import { effectOf, type Effect } from './effects'
import { settingOf, type OfficeSetting } from './office-settings'
import { useSaveSetting } from './save-setting'
import { SettingField } from './setting-field'
import { isAboutMoney, onlyReadable, rightOf } from './setting-rights'
import type { SettingKey } from '../../frame/setting-texts/setting-text'
import { settingTexts } from '../../frame/setting-texts/setting-texts'
import {
  defaultOf,
  inputOf,
  inputSchema,
  shownValue,
  valueOf,
  type SettingInput,
  type SettingValue,
} from './setting-values'

/** Stands for the version where there is no row. */
const noRow = 0

const versioned = ({ key, value, version }: OfficeSetting): Versioned<SettingInput> => ({
  version: version ?? noRow,
  values: { value: inputOf(key, value) },
})

const rejectedSchema = v.object({ value: v.unknown(), version: v.nullable(v.number()) })

/** The present setting in the rejection of a stale save. */
const readRejected = (key: SettingKey) => (record: unknown) => {
  const { value, version } = v.parse(rejectedSchema, record)
  return versioned(settingOf(key, version === null ? undefined : { value, version }))
}

class NotConfirmed extends Error {}

interface Question {
  effect: Effect
  resolve: (isYes: boolean) => void
}

/** Resolves once the person has agreed to what a change of money means. @throws NotConfirmed */
function useEffectQuestion(key: SettingKey) {
  const { vatRate } = useSettings().pricing
  const [question, setQuestion] = useState<Question | null>(null)
  const ask = (before: SettingValue, after: SettingValue) =>
    new Promise<void>((resolve, reject) => {
      if (!isAboutMoney(key) || before === after) {
        resolve()
        return
      }
      setQuestion({
        effect: effectOf(key, before, after, vatRate),
        resolve: (isYes) => {
          setQuestion(null)
          if (isYes) resolve()
          else reject(new NotConfirmed())
        },
      })
    })
  const view = (
    <EffectQuestion
      effect={question?.effect ?? null}
      label={settingTexts[key].label}
      onAnswer={(isYes) => question?.resolve(isYes)}
    />
  )
  return { ask, view }
}

/** A setting in a dialog: its explanation, its input and the way back to the default. Mount it anew for another one. */
export function SettingDialog({ setting, onClose }: { setting: OfficeSetting; onClose: () => void }) {
  const { key } = setting
  const { label, text, readings } = settingTexts[key]
  const toast = useToast()
  const save = useSaveSetting()
  const mayEdit = useStaff().may(rightOf(key))
  const question = useEffectQuestion(key)
  const fields: ConflictField<SettingInput>[] = [
    {
      name: 'value',
      label,
      show: (input) => shownValue(key, valueOf(key, input)),
    },
  ]
  const conflict = useConflict<SettingInput>(versioned(setting), fields, readRejected(key))
  const isReset = useRef(false)
  const form = useKitForm(inputSchema(key), {
    defaultValues: versioned(setting).values,
    onSubmit: async ({ value }) => {
      const { version, values } = conflict.base()
      const before = valueOf(key, values.value)
      await question.ask(before, value)
      await save.mutateAsync({
        key,
        value: isReset.current ? null : value,
        read: version === noRow ? null : { value: before, version },
      })
      return value
    },
    onSaved: (value) => {
      const description = `${label}: ${shownValue(key, value)}. Pages that are opened from now on have it.`
      toast({ title: 'Setting saved', description, status: 'success' })
      onClose()
    },
    onRejected: (error, rejected) => error instanceof NotConfirmed || conflict.catchStale(error, rejected),
    failure: 'Failed to save the setting. Please try again.',
  })
  const reset = async () => {
    isReset.current = true
    form.setValue('value', inputOf(key, defaultOf(key)), { shouldDirty: true })
    await form.submit()
    isReset.current = false
  }
  return (
    <FormDialog
      form={form}
      title={label}
      submitLabel="Save"
      readOnly={!mayEdit}
      onClose={onClose}
      aside={
        mayEdit &&
        !setting.isDefault && (
          <Button variant="text" onClick={() => void reset()}>
            Back to the default
          </Button>
        )
      }
    >
      <Text>{text}</Text>
      {!mayEdit && (
        <Text textStyle="small" padding=".7rem .9rem" background="sunken" borderRadius="panel">
          {onlyReadable(key)}
        </Text>
      )}
      {conflict.view}
      <SettingField settingKey={key} name="value" />
      {!readings && (
        <Text textStyle="small" color="muted">
          Default: {shownValue(key, defaultOf(key))}
        </Text>
      )}
      {question.view}
    </FormDialog>
  )
}
