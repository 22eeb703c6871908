import { once } from 'node:events'
import { connect } from 'node:net'

/** A connection as a client that knows no HTTP library would have it, for what libraries refuse to send. */
export async function openRawConnection(port: number) {
  const socket = connect(port, '127.0.0.1')
  const openedAt = performance.now()
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => (received += text))
  // A server that cuts the connection may do so in the middle of our writing.
  socket.on('error', () => {})
  const closed = once(socket, 'close').then(() => performance.now() - openedAt)
  await once(socket, 'connect')
  return {
    send: (text: string | Buffer) => void socket.write(text),
    received: () => received,
    /** Resolves with the milliseconds that the server let it live. */
    closed,
    end: () => socket.destroy(),
  }
}

/** Sends it all at once and reads until the server closes. */
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
