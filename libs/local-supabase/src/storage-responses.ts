const owners = new Set(['owner', 'owner_id'])

/** A storage response without the ids of uploaders, which the shop does not need. */
export async function removeOwners(response: Response): Promise<Response> {
  if (!response.ok || !(response.headers.get('content-type') ?? '').includes('application/json'))
    return response
  const text = await response.text()
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return new Response(stripped(text), { status: response.status, headers })
}

function stripped(text: string): string {
  if (!text.includes('"owner')) return text
  try {
    const visible: unknown = JSON.parse(text, (name, value: unknown) =>
      owners.has(name) ? undefined : value,
    )
    return JSON.stringify(visible)
  } catch {
    return text
  }
}
