import { rejected, type FunctionDeclaration } from '../declaration/function'

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
      p_key: rejected('"pricing.factor"'),
      p_value: rejected('0.01'),
      p_version: rejected('1'),
      p_seen: rejected('0.79'),
    },
  },
} satisfies Record<string, FunctionDeclaration>
