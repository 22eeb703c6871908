import { API_VERSION, CLIENT_VERSION_HEADER } from '#shared/lib/api-version.ts'

const PREFIX = 'data: '

interface Options<T> {
  onEvent: (event: T) => void
  signal: AbortSignal
  /** Milliseconds without a byte after which the stream counts as broken: until the first byte, and afterwards. */
  timeout: { first: number; next: number }
}

/**
 * Reads server-sent events of our own server, each a line of JSON. `EventSource` cannot send the version of the
 * page. Resolves when the server ends the stream.
 * @throws when it cannot be opened or breaks
 */
export async function readEvents<T>(url: string, { onEvent, signal, timeout }: Options<T>): Promise<void> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), timeout.first)
  try {
    const response = await fetch(url, {
      headers: { accept: 'text/event-stream', [CLIENT_VERSION_HEADER]: String(API_VERSION) },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (!response.ok || !response.body) throw new Error(`The server refused with ${response.status}.`)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), timeout.next)
      const blocks = (text + value).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        if (block.startsWith(PREFIX)) onEvent(JSON.parse(block.slice(PREFIX.length)))
      }
    }
  } finally {
    clearTimeout(timer)
  }
}
