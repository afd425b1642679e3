import { formatPence } from '@shop/pricing'
import { useChange } from '@shop/supabase'
import { Box, Button, chakra, Field, Input, Text, useAnnounce } from '@shop/ui'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { checkCode, failureWords, refusalWords, type AppliedCode } from './promotion-code'

const CodeForm = chakra('form', {
  base: { display: 'grid', width: '100%', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: '.75rem', alignItems: 'start' },
})

interface PromotionFieldProps {
  applied: AppliedCode | null
  /** Why the code that was applied went away again, at first. */
  problem: string | null
  onChange: (applied: AppliedCode | null) => void
}

/** Where a promotion code is entered and taken away: a button that opens onto one field. */
export function PromotionField({ applied, problem, onChange }: PromotionFieldProps) {
  const announce = useAnnounce()
  const panel = useId()
  const [open, setOpen] = useState(problem !== null)
  const [code, setCode] = useState('')
  const [told, setTold] = useState(problem)
  const opener = useRef<HTMLButtonElement>(null)
  const remover = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  // What has the focus may give way to another control: then that one gets it, once it is there.
  const [focusOn, setFocusOn] = useState<'opener' | 'remover' | 'input' | null>(null)
  useEffect(() => {
    if (focusOn === null) return
    const target = { opener, remover, input }[focusOn].current
    target?.focus()
    if (target) setFocusOn(null)
  }, [focusOn, applied, open])

  const check = useChange({
    change: checkCode,
    onSuccess: (answer) => {
      if ('code' in answer) {
        setOpen(false)
        setCode('')
        onChange(answer)
        announce(`Promotion code ${answer.code} applied`)
        setFocusOn('remover')
        return
      }
      setTold(refusalWords(answer))
      input.current?.focus()
    },
    onError: (failure) => {
      console.error(failure)
      setTold(failureWords(failure))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (check.isPending) return
    if (code.trim() === '') {
      setTold('Enter a promotion code')
      input.current?.focus()
      return
    }
    setTold(null)
    check.mutate(code.trim())
  }
  const remove = () => {
    onChange(null)
    setTold(null)
    announce('Promotion code removed')
    setFocusOn('opener')
  }

  if (applied) {
    return (
      <Box display="flex" justifyContent="space-between" alignItems="center" gap="1rem">
        <Box minWidth="0">
          <Text overflowWrap="anywhere">{`Promotion code ${applied.code}`}</Text>
          <Text textStyle="small" color="muted">{effect(applied)}</Text>
        </Box>
        <Button ref={remover} variant="text" aria-label={`Remove promotion code ${applied.code}`} onClick={remove}>Remove</Button>
      </Box>
    )
  }
  return (
    <Box display="grid" gap=".5rem" justifyItems="start">
      <Button
        ref={opener}
        variant="text"
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        onClick={() => {
          setOpen(!open)
          setTold(null)
          if (!open) setFocusOn('input')
        }}
      >
        Promotion code
      </Button>
      {open && (
        <CodeForm id={panel} onSubmit={submit} noValidate>
          <Field label="Promotion code" hideLabel error={told}>
            <Input ref={input} name="promotionCode" value={code} maxLength={40} autoComplete="off" autoCapitalize="characters" spellCheck={false} onChange={(event) => { setCode(event.target.value) }} />
          </Field>
          <Button type="submit" variant="quiet" busy={check.isPending} aria-label="Apply promotion code">Apply</Button>
        </CodeForm>
      )}
    </Box>
  )
}

function effect({ promotion }: AppliedCode): string {
  switch (promotion.kind) {
    case 'percent': return `${String(promotion.percent)}% off`
    case 'amount': return `${formatPence(promotion.amountPence)} off`
    case 'free_delivery': return 'Free delivery'
  }
}
