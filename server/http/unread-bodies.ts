import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Called when an answer is sent. If that is before the end of the body, Node would read on for as long as the
 * request may take. The rest of a body that the route would accept is read, so that its sender receives the answer;
 * beyond the limit, the connection is closed once the answer is out.
 */
export function limitUnreadBody({ raw, routeOptions }: FastifyRequest, { raw: response }: FastifyReply) {
  if (raw.complete || !hasBody(raw.headers)) return
  let unread = 0
  raw.on('data', (piece: Buffer) => {
    unread += piece.length
    if (unread <= routeOptions.bodyLimit) return
    raw.pause()
    if (response.writableFinished) raw.destroy()
    else response.once('finish', () => raw.destroy())
  })
}

const hasBody = ({
  'transfer-encoding': encoding,
  'content-length': length = '0',
}: FastifyRequest['headers']) => encoding !== undefined || length !== '0'
