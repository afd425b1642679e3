type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const selector = 'input:not([type=hidden],[type=file]),select,textarea'

function isField(target: EventTarget | null): target is Field {
  return target instanceof Element && target.matches(selector)
}

function isCheckable(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}

const valueOf = (field: Field) => (isCheckable(field) ? field.checked : field.value)

/** Whether a field differs from its initial state in the HTML. */
function hasChanged(field: Field): boolean {
  if (isCheckable(field)) return field.checked !== field.defaultChecked
  if (!('options' in field)) return field.value !== field.defaultValue
  return field.selectedOptions[0] !== (field.querySelector('[selected]') ?? field.options[0])
}

/** The field itself, or the one that hydration has replaced it with. */
function currentField(field: Field): Field | undefined {
  if (field.isConnected) return field
  const sameId = document.getElementById(field.id)
  if (isField(sameId)) return sameId
  return Array.from(document.getElementsByName(field.name)).find(
    (other): other is Field =>
      isField(other) && other.type === field.type && (!isCheckable(field) || other.value === field.value),
  )
}

/** Dispatches `focusout`: some fields read their value only then. */
export function blur(field: Element): void {
  field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
}

function setText(field: Field, value: string): void {
  const input: Partial<HTMLInputElement> = field
  // Null for a field without a caret.
  const { selectionStart: start = null, selectionEnd: end = null } = input
  // React tracks the element's value property. Setting another value first, and then the right one through the prototype's
  // setter, which React does not see, makes the events below a change to React.
  field.value = (!value && input.defaultValue) || ''
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field)
  if (start !== null) input.setSelectionRange?.(start, end)
  for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }))
  if (field !== document.activeElement) blur(field)
}

/** The visitor's input before hydration, by field. */
export interface EarlyInput extends ReadonlyMap<Element, string | boolean> {
  /** Enters every value again, as a visitor would. @param again only where the field was replaced since */
  replay(again: boolean): void
}

/**
 * Records the fields that change before hydration, since React renders a controlled field from its own state and would
 * reset it. Most changes come with events; values that the browser filled in or restored without one are found by
 * comparing all fields with their initial state when the shop starts.
 */
export function recordFields(): EarlyInput {
  const values = new Map<Field, string | boolean>()
  let composing: EventTarget | null = null

  const record = (field: Field) => {
    values.set(field, valueOf(field))
  }
  addEventListener('input', ({ target }) => isField(target) && record(target), true)
  addEventListener('compositionstart', ({ target }) => (composing = target), true)
  addEventListener('compositionend', () => (composing = null), true)
  addEventListener(
    'shop-starting',
    () => {
      for (const field of document.querySelectorAll<Field>(selector)) if (hasChanged(field)) record(field)
    },
    true,
  )

  const enter = (value: string | boolean, recorded: Field): void => {
    const field = currentField(recorded)
    if (!field || field.disabled) return
    if (field === composing) {
      // An IME composition is active: the value is entered when it ends.
      field.addEventListener('compositionend', () => setTimeout(() => enter(valueOf(field), field)), {
        once: true,
      })
    } else if (!isCheckable(field)) setText(field, String(value))
    else if (value || field.type === 'checkbox') {
      field.checked = !value
      field.click()
    }
  }
  return Object.assign(values, {
    replay(again: boolean) {
      for (const [field, value] of values) if (!again || !field.isConnected) enter(value, field)
    },
  })
}
