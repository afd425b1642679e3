// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Field } from './field'
import { Input } from './input'
import { NativeSelect } from './native-select'
import { renderUi } from './testing'

test('the label names the control, hint and error describe it', () => {
  renderUi(
    <Field label="Email" hint="For the receipt only." error="Email is invalid" required>
      <Input type="email" />
    </Field>,
  )
  const input = screen.getByLabelText('Email')
  const described = (input.getAttribute('aria-describedby') ?? '').split(' ')
  const words = described.map((id) => document.getElementById(id)?.textContent)
  expect(words).toEqual(['For the receipt only.', 'Email is invalid'])
  expect(input).toHaveAttribute('aria-invalid', 'true')
  expect(input).toBeRequired()
})

test('without an error nothing is invalid or described', () => {
  renderUi(
    <Field label="Phone" optional>
      <NativeSelect>
        <option>UK</option>
      </NativeSelect>
    </Field>,
  )
  const select = screen.getByLabelText('Phone (optional)')
  expect(select).not.toHaveAttribute('aria-invalid')
  expect(select).not.toHaveAttribute('aria-describedby')
})
