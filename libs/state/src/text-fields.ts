import * as v from 'valibot'

/** Schema of an object of texts, such as a form as it was typed. */
export const textFields = v.record(v.string(), v.string())
