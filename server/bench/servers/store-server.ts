/** A separate process with the two routes that `store.ts` compares. */

import { fastify } from 'fastify'
import { Type } from 'typebox'

import { openTemporaryStore } from '#server/testing/temporary-store.ts'
import { portOf } from '#server/tools/ports/port-of.ts'

import { measured, measuredDocument, MeasuredSchema } from '#server/bench/measured-documents.ts'

const DOCUMENTS = 1_000

const store = openTemporaryStore([measured])
await store.transact(async (tx) => {
  for (let at = 0; at < DOCUMENTS; at++) tx.put(measured, measuredDocument(at))
})

const app = fastify()
const constant = measuredDocument(7)
app.get('/bare', () => constant)
app.get<{ Params: { id: string } }>(
  '/stored/:id',
  { schema: { params: Type.Object({ id: Type.String() }), response: { 200: MeasuredSchema } } },
  ({ params }) => store.get(measured, params.id),
)
await app.listen({ host: '127.0.0.1', port: 0 })

process.on('disconnect', async () => {
  await store.close()
  process.exit()
})
process.send?.(portOf(app.server))
