/** A parameter as `optionSlug` writes an option and its value, which have up to 40 and 60 characters. */
const optionParam = /^[a-z0-9-]{1,40}=[a-z0-9-]{1,60}$/

/**
 * The parameters that a product page reads: the choice of its options. Which options a product has is unknown here, so all
 * that looks like one counts: the first of each name, which is the one that `readChoice` reads, in the order of names.
 */
export function productParams(params: URLSearchParams): URLSearchParams {
  const first = [...new Set(params.keys())].sort().map((name) => [name, params.get(name) ?? ''])
  return new URLSearchParams(first.filter((param) => optionParam.test(param.join('='))))
}
