import { refused, type FunctionDeclaration } from '../declaration/function'

/** The functions of the back office's settings, by name. */
export const officeSettingsFunctions = {
  save_setting: {
    for: 'staff',
    by: ['stranger', 'guest'],
    calls: [
      {
        call: "select public.save_setting('no.such', '1')",
        anon: '42501',
        user: 'PT403',
        staff: 'PT422',
        service: 'PT403',
        needs: 'settings',
      },
    ],
    args: {
      p_key: refused('"pricing.factor"'),
      p_value: refused('0.01'),
      p_version: refused('1'),
      p_seen: refused('0.79'),
    },
  },
} satisfies Record<string, FunctionDeclaration>
