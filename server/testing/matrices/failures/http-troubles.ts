import { setTimeout as wait } from 'node:timers/promises'

import { SECOND } from '#shared/lib/durations.ts'
import type { Trouble } from '#server/testing/stand-ins/google-stand-in.ts'
import type { Mode } from '#server/tools/requirements/failure-cells.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

const answer =
  (status: number, body: string): Trouble =>
  (_, response) =>
    response.writeHead(status, JSON_TYPE).end(body)

const refuse: Trouble = ({ socket }) => socket.destroy()

/** Misbehaviour of an HTTP service, by the way of failing. */
export const HTTP_TROUBLES: Partial<Record<Mode, Trouble>> = {
  'refused at once': refuse,
  'denied for good': answer(403, '{"error":{"code":403,"message":"PERMISSION_DENIED"}}'),
  hangs: () => {},
  'slow by 4 s': () => wait(4 * SECOND, 'late', { ref: false }),
  'half an answer': ({ socket }, response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': 1_000 })
    response.write('{"users":[{', () => socket.destroy())
  },
  damaged: answer(200, '{"users":7,"sessionCookie":<html>'),
  full: answer(429, '{"error":{"code":429,"message":"QUOTA_EXCEEDED"}}'),
  'gone and back': refuse,
}
