/** Whether a form was sent from a page of this shop. Browsers say so themselves; no page of another site can. */
export function isOwnForm(request: Request, siteUrl: string): boolean {
  const origin = request.headers.get('origin')
  return origin === new URL(siteUrl).origin || origin === new URL(request.url).origin
}
