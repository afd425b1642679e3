import { toPence } from '@shop/pricing'
import { actionNames, conditionNames, parseActions, parseConditions } from '@shop/pricing/explain-shipping'
import * as v from 'valibot'
import { requiredText } from '../../kit/field-rules'
import type { Versioned } from '../../kit/use-conflict'
import { jsonText, problemText, readJsonObject } from './json-text'
import { ruleRecordSchema, type Method, type Rule } from './office-shipping'
import { limits, wholeNumberOr } from './shipping-values'

const jsonObject = (most: number) =>
  v.pipe(
    v.string(),
    v.rawTransform<string, Record<string, unknown>>(({ dataset, addIssue, NEVER }) => {
      const reading = readJsonObject(dataset.value)
      const isLong = new TextEncoder().encode(JSON.stringify(reading)).length > most
      if (!reading.problem && !isLong) return reading.value
      addIssue({ message: reading.problem ? problemText(reading.problem) : 'This is too long.' })
      return NEVER
    }),
  )

/** The rules of a rule's form. Conditions and actions are JSON texts, invalid ones are never saved. */
export const ruleSchema = v.object({
  name: requiredText('Please enter a name.', limits.name),
  type: v.picklist(['free_shipping', 'discount', 'surcharge', 'restriction']),
  priority: wholeNumberOr(100, { min: -1_000_000, max: 1_000_000 }),
  conditions: jsonObject(19_000),
  actions: jsonObject(4_500),
  is_active: v.boolean(),
})

export type RuleValues = v.InferInput<typeof ruleSchema>

/** The form of a new rule. */
export const newRule: RuleValues = {
  name: '',
  type: 'free_shipping',
  priority: '100',
  conditions: '{}',
  actions: '{}',
  is_active: true,
}

/** A rule from the database as the form shows it. @throws ValiError for anything else */
export function ruleValues(record: unknown): Versioned<RuleValues> {
  const { id: _, version, ...rule } = v.parse(ruleRecordSchema, record)
  return {
    version,
    values: {
      ...rule,
      priority: String(rule.priority),
      conditions: jsonText(rule.conditions),
      actions: jsonText(rule.actions),
    },
  }
}

const amount = 'a number of 0 or more'
const texts = 'a list of texts, such as ["SW", "KW15"]'

/** What each key must hold to be understood. */
const meanings: Record<string, string> = {
  min_order_value: amount,
  max_order_value: amount,
  allowed_countries: 'a list of country codes, such as ["GB"]',
  shipping_method: 'the name or id of a method',
  excluded_postcodes: texts,
  free_shipping: 'true or false',
  discount_amount: amount,
  discount_percentage: amount,
  surcharge_amount: amount,
  surcharge_percentage: amount,
}

type Content = Pick<Rule, 'type' | 'conditions' | 'actions'>

/** The keys that libs/pricing understands, with their values as they are written. */
function understood({ conditions, actions }: Content): Set<string> {
  const read = { ...parseConditions(conditions), ...parseActions(actions) }
  const camel = (key: string) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const values = new Map<string, unknown>(Object.entries(read))
  return new Set(
    Object.keys(meanings).filter((key) =>
      key === 'free_shipping' ? typeof actions[key] === 'boolean' : values.get(camel(key)) !== undefined,
    ),
  )
}

/**
 * What staff should know about a rule before they save it: keys that change nothing, values that are ignored, rules without
 * effect. Nothing of this is lost or rejected.
 */
export function ruleNotes(rule: Content, methods: readonly Pick<Method, 'id' | 'name'>[]): string[] {
  const known = understood(rule)
  const notes: string[] = []
  const lists = [
    ['condition', rule.conditions, conditionNames],
    ['action', rule.actions, actionNames],
  ] as const
  for (const [what, json, names] of lists)
    for (const key of Object.keys(json)) {
      if (!names.some((name) => name === key))
        notes.push(`"${key}" is no ${what} that the shop knows. It is kept and changes nothing.`)
      else if (!known.has(key))
        notes.push(`"${key}" must be ${meanings[key] ?? ''}. As it is, it is kept and ignored.`)
    }
  const { shippingMethod: wanted, minOrderValue, maxOrderValue } = parseConditions(rule.conditions)
  const isWanted = (text: string) => text.toUpperCase() === wanted?.toUpperCase()
  if (wanted !== undefined && !methods.some(({ id, name }) => isWanted(id) || isWanted(name)))
    notes.push(`No method is called "${wanted}", so the rule never applies.`)
  const [least, most] = [rule.conditions.min_order_value, rule.conditions.max_order_value].map(Number)
  if (minOrderValue && maxOrderValue && toPence(least ?? 0) > toPence(most ?? 0))
    notes.push('The minimum is above the maximum, so the rule never applies.')
  const isIdle = Object.values(parseActions(rule.actions)).every(
    (value) => value === undefined || value === false,
  )
  if (rule.type === 'restriction' && !isIdle)
    notes.push('A restriction takes the method away where its conditions hold; its actions are not used.')
  if (rule.type !== 'restriction' && isIdle)
    notes.push('The rule has no action that the shop knows, so it changes no price.')
  return notes
}
