// @vitest-environment happy-dom
import { Button } from '@chakra-ui/react/button'
import { Dialog } from '@chakra-ui/react/dialog'
import { Field } from '@chakra-ui/react/field'
import { Tabs } from '@chakra-ui/react/tabs'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Box, Stack } from './layout'
import { renderUi } from './testing'

/** The text of all rules on the page. */
const pageRules = () => [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('')

test('the props that Chakra documents style an element in a browser', () => {
  renderUi(
    <Box px="4" bg="accent" _hover={{ bg: 'accentHover' }} _open={{ color: 'muted' }} data-state="open">
      Open
    </Box>,
  )
  const box = screen.getByText('Open')
  expect(box.getAttributeNames().toSorted()).toEqual(['class', 'data-state'])
  const rules = pageRules()
  expect(rules).toContain(
    `.${box.className}{padding-inline:var(--am-spacing-4);background:var(--am-colors-accent)`,
  )
  expect(rules).toMatch(/:is\(:hover, ?\[data-hover\]\)[^{]*\{background:var\(--am-colors-accent-hover\)/)
  expect(rules).toMatch(/\[data-state=open\]\)\{color:var\(--am-colors-muted\)/)
})

test("Chakra's own components render in the shop's provider", () => {
  renderUi(
    <Stack>
      <Button>Save</Button>
      <Field.Root invalid>
        <Field.Label>Name</Field.Label>
        <input />
        <Field.ErrorText>Enter a name</Field.ErrorText>
      </Field.Root>
      <Tabs.Root defaultValue="one">
        <Tabs.List>
          <Tabs.Trigger value="one">One</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="one">First</Tabs.Content>
      </Tabs.Root>
      <Dialog.Root open>
        <Dialog.Content>
          <Dialog.Title>Sure?</Dialog.Title>
        </Dialog.Content>
      </Dialog.Root>
    </Stack>,
  )
  expect(screen.getByText('Save').tagName).toBe('BUTTON')
  expect(screen.getByText('Enter a name')).toBeVisible()
  expect(screen.getByText('One')).toHaveRole('tab')
  expect(screen.getByText('First')).toHaveRole('tabpanel')
  expect(screen.getByText('Sure?')).toBeVisible()
})
