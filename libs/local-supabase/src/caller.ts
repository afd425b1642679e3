/** An address of this machine itself. */
export function isLoopback(address: string): boolean {
  return /^(127\.|::1$|::ffff:127\.)/.test(address)
}

/**
 * The headers as the database may believe them: the caller's address is the connection's, since anyone can write a
 * forwarding header; only a proxy on this machine is taken at its word.
 */
export function believableHeaders(headers: Headers, peer: string): Record<string, string> {
  const believed = Object.fromEntries(headers)
  delete believed['cf-connecting-ip']
  if (!isLoopback(peer) || !believed['x-forwarded-for']) believed['x-forwarded-for'] = peer
  return believed
}
