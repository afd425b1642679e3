import { requiredText } from '../../kit/field-rules'

/** As long as the database keeps a reason. */
export const maxWhy = 500

/** Why somebody changes what is live. */
export const why = requiredText('Say why, for your colleagues.', maxWhy)
