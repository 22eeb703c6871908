/** For browsers that have no Temporal yet, which alone download this one. Resolves when it can be used. */
export async function provideTemporal() {
  if ('Temporal' in globalThis) return
  const { install } = await import('temporal-polyfill/shim')
  install()
}
