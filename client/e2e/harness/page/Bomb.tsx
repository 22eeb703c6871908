declare global {
  /** Set by a test: content inside the boundaries crashes as long as it is true. */
  var broken: boolean | undefined
}

export function Bomb() {
  if (globalThis.broken) throw new Error('The bomb went off')
  return <p>All is well</p>
}
