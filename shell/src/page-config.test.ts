import { testSettings } from '@shop/settings/testing'
import { expect, test } from 'vitest'
import { parsePageConfig } from './page-config'

const complete = {
  supabaseUrl: 'http://backend.test',
  supabaseKey: 'k',
  siteUrl: 'http://shop.test',
  releaseSet: { id: 'one', remotes: {} },
  settings: { ...testSettings, pricing: { ...testSettings.pricing, factor: 1 } },
}

test('the settings are those from the server', () => {
  expect(parsePageConfig(JSON.stringify(complete))).toEqual(complete)
})

test.each([
  ['no settings', undefined],
  ['null', null],
  ['a list', []],
  ['a missing section', { ...complete.settings, ageGate: undefined }],
  ['a missing setting', { ...complete.settings, pricing: { showVatInclusive: true } }],
  ['no rate of VAT', { ...complete.settings, pricing: { ...complete.settings.pricing, vatRate: undefined } }],
  [
    'a setting of another kind',
    { ...complete.settings, pricing: { ...complete.settings.pricing, factor: '0.79' } },
  ],
])('%s is rejected: there are no default prices', (_, settings) => {
  expect(() => parsePageConfig(JSON.stringify({ ...complete, settings }))).toThrow(
    'The config lacks settings',
  )
})
