/** What an error event or a rejection carries: anything at all. */
export function errorOf(event: Event): unknown {
  if (event instanceof PromiseRejectionEvent) return event.reason
  if (!(event instanceof ErrorEvent)) return { message: `Did not load: ${sourceOf(event.target)}` }
  const { error, message, filename, lineno, colno } = event
  return error ?? { message, stack: `    at ${filename}:${lineno}:${colno}` }
}

const sourceOf = (target: EventTarget | null) =>
  target instanceof HTMLLinkElement ? target.href : (target as HTMLScriptElement).src

/** Epoch milliseconds. */
export const timeOf = (event: Event) => performance.timeOrigin + event.timeStamp
