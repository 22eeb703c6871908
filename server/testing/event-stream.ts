import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'

interface Options {
  port: number
  headers: Readonly<Record<string, string>>
}

/**
 * A stream of server-sent events, as opened by a browser.
 * @throws Error with status and body when it is refused
 */
export async function openEventStream<T>({ port, headers }: Options, path: string) {
  const asked = request({ port, path, host: '127.0.0.1', agent: false, headers })
  asked.end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.setEncoding('utf8')
  if (response.statusCode !== 200) {
    const body = (await Array.fromAsync(response)).join('')
    throw new Error(`${response.statusCode} ${body}`)
  }
  const events: T[] = []
  let text = ''
  let arrived = Promise.withResolvers<void>()
  response.on('data', (part: string) => {
    const blocks = (text + part).split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) {
      if (block.startsWith('data: ')) events.push(JSON.parse(block.slice('data: '.length)) as T)
    }
    arrived.resolve()
    arrived = Promise.withResolvers<void>()
  })
  const ended = once(response, 'close').then(() => arrived.resolve())
  response.on('error', () => {})
  return {
    headers: response.headers,
    /** All events so far. */
    events,
    /** Resolves when the server ends it. */
    ended,
    /** Resolves with the latest event once `isMeant` returns true for it. */
    async until(isMeant: (event: T) => boolean): Promise<T> {
      for (;;) {
        const latest = events.at(-1)
        if (latest !== undefined && isMeant(latest)) return latest
        if (response.closed) throw new Error('The stream has ended.')
        await arrived.promise
      }
    },
    close: () => void response.destroy(),
  }
}
