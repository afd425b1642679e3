/** An address of this machine itself. */
export function isLoopback(address: string): boolean {
  return /^(127\.|::1$|::ffff:127\.)/.test(address)
}

/**
 * The headers as the database may believe them: the caller's address is the connection's, since anyone can write a
 * forwarding header. A proxy on this machine is taken at its word, which is the last entry: it appends the address it
 * saw to whatever its caller claimed. Exactly one address is passed on, where `tellNetwork` says it is.
 */
export function believableHeaders(headers: Headers, peer: string): Record<string, string> {
  const believed = Object.fromEntries(headers)
  const told = isLoopback(peer) ? believed['x-forwarded-for']?.split(',').at(-1)?.trim() : undefined
  delete believed['cf-connecting-ip']
  believed['x-forwarded-for'] = told || peer
  return believed
}
