import { once } from 'node:events'
import { connect } from 'node:net'

/** A connection without an HTTP library, for requests that libraries refuse to send. */
export async function openRawConnection(port: number) {
  const socket = connect(port, '127.0.0.1')
  const openedAt = performance.now()
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => (received += text))
  // A server may close the connection while we are writing.
  socket.on('error', () => {})
  const closed = once(socket, 'close').then(() => performance.now() - openedAt)
  await once(socket, 'connect')
  return {
    send: (text: string | Buffer) => void socket.write(text),
    received: () => received,
    /** Resolves with the connection's lifetime in milliseconds. */
    closed,
    end: () => socket.destroy(),
  }
}

/** Sends the text in one piece and reads until the server closes. */
export async function exchangeRaw(port: number, text: string | Buffer) {
  const connection = await openRawConnection(port)
  connection.send(text)
  await connection.closed
  return parseAnswer(connection.received())
}

/** The first answer in the bytes. */
export function parseAnswer(bytes: string) {
  const [head = '', body = ''] = bytes.split('\r\n\r\n', 2)
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers(lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]))
  return { status: Number(statusLine.split(' ')[1]), headers, body }
}
