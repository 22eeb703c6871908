const PROTOCOLS = ['https:', 'mailto:']

/** The address, if a member may lead others there: neither script nor a page without encryption, nor our own. */
export function safeHref(address: string) {
  const url = URL.parse(address)
  return url && PROTOCOLS.includes(url.protocol) ? url.href : undefined
}
