// @vitest-environment happy-dom
import { UiProvider } from '@shop/ui'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Tabs } from './tabs'

function Rooms() {
  const [value, setValue] = useState('hall')
  return (
    <UiProvider>
      <Tabs
        label="Rooms"
        value={value}
        onChange={setValue}
        items={['hall', 'study', 'attic'].map((name) => ({
          value: name,
          label: name,
          content: `In the ${name}`,
        }))}
      />
    </UiProvider>
  )
}

const tab = (name: string) => screen.getByRole('tab', { name })
const chosen = () => screen.getByRole('tab', { selected: true }).textContent

test('a click selects a tab; its panel is labelled by it and is the only one', async () => {
  render(<Rooms />)
  await userEvent.click(tab('study'))
  expect(chosen()).toBe('study')
  expect(screen.getByRole('tabpanel', { name: 'study' }).textContent).toBe('In the study')
  expect(screen.getAllByRole('tabpanel')).toHaveLength(1)
})

test('there is one tab stop; arrow keys wrap around, Home and End go to the ends', async () => {
  render(<Rooms />)
  await userEvent.tab()
  expect(tab('hall')).toHaveFocus()
  for (const [key, name] of [
    ['ArrowRight', 'study'],
    ['End', 'attic'],
    ['ArrowRight', 'hall'],
    ['ArrowLeft', 'attic'],
    ['Home', 'hall'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    expect(tab(name)).toHaveFocus()
    expect(chosen()).toBe(name)
  }
  await userEvent.tab()
  expect(screen.getByRole('tabpanel')).toHaveFocus()
})
