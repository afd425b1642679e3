/** Hidden field of the form that opens an account, beside which the page has the form to sign in. */
export const signUpForm = { name: 'form', value: 'sign-up' }
