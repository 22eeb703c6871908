import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

import type { ClientErrorBatch, ClientErrorEntry } from '#shared/operations/client-errors.ts'

type Answer = (response: ServerResponse, batch: ClientErrorBatch) => void

const receive: Answer = (response, { entries }) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ accepted: entries.length, duplicate: 0, rejected: [] }))
}

/** An error intake controlled by the test: the real one cannot be made to fail on demand. */
export function createIntake() {
  const intake = {
    /** Received batches, without refused ones. */
    batches: [] as ClientErrorBatch[],
    attempts: 0,
    mostAtOnce: 0,
    /** Milliseconds before it answers. */
    delay: 0,
    answer: receive,
    entries: (): ClientErrorEntry[] => intake.batches.flatMap(({ entries }) => entries),
    /** Behaves like a missing server. */
    goOffline() {
      // On a busy machine, a response may have no socket at this moment.
      intake.answer = ({ req }) => void req.socket.destroy()
    },
    recover() {
      intake.answer = receive
    },
    reset() {
      Object.assign(intake, { batches: [], attempts: 0, mostAtOnce: 0, delay: 0, answer: receive })
    },
  }

  let underWay = 0
  async function handle(request: IncomingMessage, response: ServerResponse) {
    underWay += 1
    intake.attempts += 1
    intake.mostAtOnce = Math.max(intake.mostAtOnce, underWay)
    // An attempt that reaches a missing server fails, even if the server is back before it is answered.
    const { answer } = intake
    const batch = JSON.parse(await text(request)) as ClientErrorBatch
    setTimeout(() => {
      underWay -= 1
      if (answer === receive) intake.batches.push(batch)
      answer(response, batch)
    }, intake.delay)
  }

  return { intake, handle }
}
