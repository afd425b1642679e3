import { useToast } from '@shop/ui'
import { useEffect, useState } from 'react'
import { useOpened } from '../../kit/use-opened'
import { kindWords } from './change-shipping'
import { MethodForm } from './method-form'
import type { Draft, Kind, OfficeShipping } from './office-shipping'
import { RuleForm } from './rule-form'
import type { Trial } from './trial'
import { ZoneForm } from './zone-form'

/** The search parameter that names the record whose form is open. */
const param = 'edit'
const addition = 'new'

function recordOf(kind: Kind, id: string, { zones, methods, rules }: OfficeShipping): Draft | undefined {
  const zone = kind === 'zone' && zones.find((each) => each.id === id)
  if (zone) return { kind: 'zone', record: zone }
  const method = kind === 'method' && methods.find((each) => each.id === id)
  if (method) return { kind: 'method', record: method }
  const rule = kind === 'rule' && rules.find((each) => each.id === id)
  return rule ? { kind: 'rule', record: rule } : undefined
}

interface OpenFormProps {
  kind: Kind
  shipping: OfficeShipping
  trial: Trial
}

/** The form that the URL names. It stays open when its record is deleted meanwhile. */
export function OpenForm({ kind, shipping, trial }: OpenFormProps) {
  const { opened: id, close } = useOpened(param)
  const toast = useToast()
  const found = id === null ? undefined : recordOf(kind, id, shipping)
  const [last, setLast] = useState(found)
  if (found && (last?.record.id !== found.record.id || last.kind !== kind)) setLast(found)
  const shown = found ?? (last?.record.id === id && last?.kind === kind ? last : undefined)
  const isMissing = id !== null && id !== addition && !shown
  useEffect(() => {
    if (!isMissing) return
    const description = 'It may have been deleted.'
    toast({ title: `${kindWords[kind]} not found`, description, status: 'error' })
    close()
  }, [isMissing, kind, toast, close])
  if (id === null || isMissing) return null
  const common = { key: `${kind} ${id}`, shipping, trial, onClose: close }
  const { key, ...props } = common
  if (kind === 'zone')
    return <ZoneForm key={key} {...props} {...(shown?.kind === 'zone' && { zone: shown.record })} />
  if (kind === 'method')
    return <MethodForm key={key} {...props} {...(shown?.kind === 'method' && { method: shown.record })} />
  return <RuleForm key={key} {...props} {...(shown?.kind === 'rule' && { rule: shown.record })} />
}
