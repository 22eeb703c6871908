const PROTOCOLS = ['https:', 'mailto:']

/** The address, if a member may link to it: neither a script nor a page without encryption, nor one of our own. */
export function safeHref(address: string) {
  const url = URL.parse(address)
  return url && PROTOCOLS.includes(url.protocol) ? url.href : undefined
}
