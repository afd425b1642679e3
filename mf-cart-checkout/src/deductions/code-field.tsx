import { cleanCode } from '@shop/settings'
import { useAppMutation, type Backend } from '@shop/supabase'
import { Box, Button, chakra, Field, Input, Text, useAnnounce, useHydrated } from '@shop/ui'
import { useEffect, useId, useImperativeHandle, useRef, useState, type FormEvent, type Ref } from 'react'
import { parseRejection } from '../rejection/rejection'
import { codeCheckFailed } from '../rejection/remedy'

/** Id of the checkout's form, with which a code is posted until scripts are there. */
export const checkoutFormId = 'checkout'

const withoutScripts = '@media (scripting: none)'
const Control = chakra(Button, { base: { [withoutScripts]: { display: 'none' } } })

const CodeForm = chakra('form', {
  base: {
    display: 'grid',
    '&[data-closed]': { display: 'none', [withoutScripts]: { display: 'grid' } },
    width: '100%',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '.75rem',
    alignItems: 'start',
  },
})

/** Imperative handle: validates a typed but unapplied code before submit. */
export interface CodeHandle {
  /** Whether a code was typed but not applied. */
  isTyped(): boolean
  /** Checks a code that was typed but not applied. Resolves to false when it was rejected; the field then shows the error and has the focus. */
  settle(): Promise<boolean>
}

interface CodeFieldProps<Accepted> {
  handle: Ref<CodeHandle>
  /** "Promotion code". */
  title: string
  /** The name within a sentence: "promotion code". */
  noun: string
  /** Name of the field in the checkout's form, and what was posted in it. */
  name: string
  typed: string
  /** The accepted code and its effect. */
  applied: { name: string; effect: string } | null
  /** The initial error: why an accepted code was removed again. */
  problem: string | null
  /** Checks the code in the database. Resolves to an error message when it is rejected. */
  check: (db: Backend, code: string) => Promise<Accepted | string>
  onAccept: (accepted: Accepted) => void
  onRemove: () => void
}

/** Enters and removes a code: a button that discloses one field. */
export function CodeField<Accepted extends object>({
  handle,
  title,
  noun,
  name,
  typed,
  applied,
  problem,
  check,
  onAccept,
  onRemove,
}: CodeFieldProps<Accepted>) {
  const announce = useAnnounce()
  const panel = useId()
  const [open, setOpen] = useState(problem !== null)
  const [code, setCode] = useState(typed)
  const isHydrated = useHydrated()
  const [message, setMessage] = useState(problem)
  const opener = useRef<HTMLButtonElement>(null)
  const remover = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  // The focused control may be replaced by another one, which is then focused once it has rendered.
  const [focusOn, setFocusOn] = useState<'opener' | 'remover' | 'input' | null>(null)
  useEffect(() => {
    if (focusOn === null) return
    const target = { opener, remover, input }[focusOn].current
    target?.focus()
    if (target) setFocusOn(null)
  }, [focusOn, applied, open])

  const checking = useAppMutation({
    mutationFn: check,
    onSuccess: (response) => {
      if (typeof response === 'string') {
        setMessage(response)
        return
      }
      setOpen(false)
      setCode('')
      onAccept(response)
      announce(`${title} applied`)
      setFocusOn('remover')
    },
    onError: (failure: Error) => {
      console.error(failure)
      setMessage(codeCheckFailed(parseRejection(failure)))
    },
  })
  const running = useRef<Promise<boolean> | null>(null)
  const checkCode = () => {
    setMessage(null)
    running.current ??= checking
      .mutateAsync(cleanCode(code))
      .then(
        (response) => typeof response !== 'string',
        () => false,
      )
      .then((accepted) => {
        running.current = null
        if (!accepted) input.current?.focus()
        return accepted
      })
    return running.current
  }
  const isTyped = () => open && cleanCode(code) !== ''
  useImperativeHandle(handle, () => ({
    isTyped,
    settle: () => (isTyped() ? checkCode() : Promise.resolve(true)),
  }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (cleanCode(code) === '') {
      setMessage(`Enter a ${noun}`)
      input.current?.focus()
      return
    }
    void checkCode()
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
      <Control
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
      </Control>
      {(open || !isHydrated) && (
        <CodeForm id={panel} data-closed={open ? undefined : ''} onSubmit={submit} noValidate>
          <Field label={title} hideLabel={isHydrated} error={message}>
            <Input
              name={name}
              form={isHydrated ? undefined : checkoutFormId}
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
          <Control type="submit" variant="quiet" busy={checking.isPending} aria-label={`Apply ${noun}`}>
            Apply
          </Control>
        </CodeForm>
      )}
    </Box>
  )
}
