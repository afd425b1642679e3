import { settingRules, type SettingRule } from '@shop/settings'
import { Badge, chakra, RadioCard, RadioCardGroup } from '@shop/ui'
import { useController } from 'react-hook-form'
import { ReadValue, useReadOnly } from '../../kit/read-only'
import { MoneyField, NumberField, SwitchField, TextareaField, TextField } from '../../kit/fields'
import type { Reading, SettingKey } from '../../frame/setting-texts/setting-text'
import { settingTexts } from '../../frame/setting-texts/setting-texts'
import { defaultOf, type SettingInput } from './setting-values'

const ruleOf = (key: SettingKey): SettingRule => settingRules[key]
/** Texts that are longer than a line by nature. */
const isLong = (key: SettingKey) => key === 'business.address'

const Cards = chakra('div', { base: { display: 'grid', gap: '.6rem' } })

/** The input of a setting, by its kind. @param name the field of the form */
export function SettingField({ settingKey, name }: { settingKey: SettingKey; name: 'value' }) {
  const { label, readings, as, unit } = settingTexts[settingKey]
  const rule = ruleOf(settingKey)
  if (readings) return <ReadingsField settingKey={settingKey} readings={readings} />
  switch (rule.kind) {
    case 'boolean':
      return <SwitchField name={name} label={label} />
    case 'number':
      if (as === 'pounds') return <MoneyField name={name} label={`${label} (£)`} required max={rule.max} />
      return (
        <NumberField
          name={name}
          label={as === 'percent' ? `${label} (%)` : unit ? `${label} (${unit})` : label}
          step={as === 'percent' ? 0.01 : 10 ** -rule.decimals}
          required
        />
      )
    case 'choice':
    case 'text':
      return isLong(settingKey) ? (
        <TextareaField name={name} label={label} rows={3} optional={isOptional(rule)} />
      ) : (
        <TextField name={name} label={label} required={!isOptional(rule)} optional={isOptional(rule)} />
      )
  }
}

const isOptional = (rule: SettingRule) => rule.kind === 'text' && rule.min === 0

function ReadingsField({
  settingKey,
  readings,
}: {
  settingKey: SettingKey
  readings: Readonly<Record<string, Reading>>
}) {
  const { field, fieldState } = useController<SettingInput, 'value'>({ name: 'value' })
  const byDefault = String(defaultOf(settingKey))
  const chosen = readings[String(field.value)]
  if (useReadOnly()) {
    return (
      <ReadValue label={settingTexts[settingKey].label}>
        {chosen && `${chosen.title}: ${chosen.detail}`}
      </ReadValue>
    )
  }
  return (
    <RadioCardGroup
      label={settingTexts[settingKey].label}
      hideLabel
      name="value"
      value={String(field.value)}
      onChange={field.onChange}
      error={fieldState.error?.message}
    >
      <Cards>
        {Object.entries(readings).map(([value, { title, detail }]) => (
          <RadioCard
            key={value}
            value={value}
            title={title}
            detail={detail}
            price={
              value === byDefault ? (
                <Badge status="outline" plain>
                  Default
                </Badge>
              ) : undefined
            }
          />
        ))}
      </Cards>
    </RadioCardGroup>
  )
}
