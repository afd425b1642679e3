import { isEmail } from '@shop/settings'

/** Specification, section 9. */
export const passwordMinimum = 6

export const emailRules = {
  required: 'Email is required',
  validate: (email: string) => isEmail(email.trim()) || 'Email is invalid',
}

export const passwordRequired = { required: 'Password is required' }

export const newPasswordRules = {
  ...passwordRequired,
  minLength: {
    value: passwordMinimum,
    message: `Password must be at least ${passwordMinimum} characters long.`,
  },
}
