/**
 * Leads an e-mail link on to the shop, with the session or the error in the URL's fragment, as GoTrue does.
 * @param answer of the check of the link; undefined for a link of no known kind
 */
export async function redirectWithSession(
  answer: Response | undefined,
  kind: string,
  target: string,
): Promise<Response> {
  const reply: unknown = answer ? await answer.json() : {}
  const fragment = new URLSearchParams()
  if (answer?.ok) {
    for (const name of ['access_token', 'refresh_token', 'expires_in', 'expires_at', 'token_type'])
      fragment.set(name, String(Reflect.get(Object(reply), name)))
    fragment.set('type', kind)
  } else {
    fragment.set('error', 'access_denied')
    fragment.set('error_code', 'otp_expired')
    fragment.set('error_description', 'Email link is invalid or has expired')
  }
  return new Response(null, { status: 303, headers: { location: `${target}#${fragment.toString()}` } })
}
