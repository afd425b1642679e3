import { useAppMutation, type Backend } from '@shop/supabase'
import { Box, Button, chakra, Field, Input, Text, useAnnounce } from '@shop/ui'
import { useEffect, useId, useImperativeHandle, useRef, useState, type FormEvent, type Ref } from 'react'
import { parseRefusal } from '../refusal/refusal'
import { codeCheckFailed } from '../refusal/remedy'

const CodeForm = chakra('form', {
  base: {
    display: 'grid',
    width: '100%',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '.75rem',
    alignItems: 'start',
  },
})

/** What who wants to go on asks of a field. */
export interface CodeHandle {
  /** Has a code checked that was typed and not applied, and waits for the answer: false when it was not accepted, which is then said with the focus on it. */
  settle(): Promise<boolean>
}

interface CodeFieldProps<Accepted> {
  handle: Ref<CodeHandle>
  /** "Promotion code". */
  title: string
  /** What the code is of, within a sentence: "promotion code". */
  noun: string
  /** The code that was accepted and what it does. */
  applied: { name: string; effect: string } | null
  /** Why the code that was accepted went away again, at first. */
  problem: string | null
  /** Asks the database; a text says why not. */
  check: (db: Backend, code: string) => Promise<Accepted | string>
  onAccept: (accepted: Accepted) => void
  onRemove: () => void
}

/** Where a code is entered and taken away: a button that opens onto one field. */
export function CodeField<Accepted extends object>({
  handle,
  title,
  noun,
  applied,
  problem,
  check,
  onAccept,
  onRemove,
}: CodeFieldProps<Accepted>) {
  const announce = useAnnounce()
  const panel = useId()
  const [open, setOpen] = useState(problem !== null)
  const [code, setCode] = useState('')
  const [message, setMessage] = useState(problem)
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

  const asking = useAppMutation({
    mutationFn: check,
    onSuccess: (answer) => {
      if (typeof answer === 'string') {
        setMessage(answer)
        return
      }
      setOpen(false)
      setCode('')
      onAccept(answer)
      announce(`${title} applied`)
      setFocusOn('remover')
    },
    onError: (failure: Error) => {
      console.error(failure)
      setMessage(codeCheckFailed(parseRefusal(failure)))
    },
  })
  const running = useRef<Promise<boolean> | null>(null)
  const ask = () => {
    setMessage(null)
    running.current ??= asking
      .mutateAsync(code.trim())
      .then(
        (answer) => typeof answer !== 'string',
        () => false,
      )
      .then((accepted) => {
        running.current = null
        if (!accepted) input.current?.focus()
        return accepted
      })
    return running.current
  }
  useImperativeHandle(handle, () => ({
    settle: () => (open && code.trim() !== '' ? ask() : Promise.resolve(true)),
  }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') {
      setMessage(`Enter a ${noun}`)
      input.current?.focus()
      return
    }
    void ask()
  }
  const remove = () => {
    onRemove()
    setMessage(null)
    announce(`${title} removed`)
    setFocusOn('opener')
  }

  if (applied) {
    return (
      <Box display="flex" justifyContent="space-between" alignItems="center" gap="1rem">
        <Box minWidth="0">
          <Text overflowWrap="anywhere">{applied.name}</Text>
          <Text textStyle="small" color="muted">
            {applied.effect}
          </Text>
        </Box>
        <Button
          ref={remover}
          variant="text"
          aria-label={`Remove ${applied.name.charAt(0).toLowerCase()}${applied.name.slice(1)}`}
          onClick={remove}
        >
          Remove
        </Button>
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
          setMessage(null)
          if (!open) setFocusOn('input')
        }}
      >
        {title}
      </Button>
      {open && (
        <CodeForm id={panel} onSubmit={submit} noValidate>
          <Field label={title} hideLabel error={message}>
            <Input
              ref={input}
              value={code}
              maxLength={40}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              onChange={(event) => {
                setCode(event.target.value)
              }}
            />
          </Field>
          <Button type="submit" variant="quiet" busy={asking.isPending} aria-label={`Apply ${noun}`}>
            Apply
          </Button>
        </CodeForm>
      )}
    </Box>
  )
}
