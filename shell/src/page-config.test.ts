import { defaultSettings } from '@shop/settings'
import { expect, test } from 'vitest'
import { parsePageConfig } from './page-config'

const whole = {
  supabaseUrl: 'http://backend.test',
  supabaseKey: 'k',
  siteUrl: 'http://shop.test',
  releaseSet: { id: 'one', remotes: {} },
  settings: { ...defaultSettings, pricing: { ...defaultSettings.pricing, factor: 1 } },
}

test('the settings are those that the server handed out', () => {
  expect(parsePageConfig(JSON.stringify(whole))).toEqual(whole)
})

test.each([
  ['no settings', undefined],
  ['null', null],
  ['a list', []],
  ['a missing section', { ...whole.settings, ageGate: undefined }],
  ['a missing setting', { ...whole.settings, pricing: { showVatInclusive: true } }],
  [
    'a setting of another kind',
    { ...whole.settings, pricing: { ...whole.settings.pricing, factor: '0.79' } },
  ],
])('%s is no config: no default stands in for what is charged', (_, settings) => {
  expect(() => parsePageConfig(JSON.stringify({ ...whole, settings }))).toThrow('The config lacks settings')
})
