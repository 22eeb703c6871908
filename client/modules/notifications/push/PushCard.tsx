import { useQuery, useQueryClient } from '@tanstack/react-query'

import * as m from '#shared/notifications/messages.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { explainProblem } from '#client/lib/explain-problem.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { useCommand } from '#client/lib/use-command.ts'
import { Problem } from '#client/ui/crash/Problem.tsx'
import { routeQuery } from '#client/lib/route-query.ts'

import { devicePush, switchOff, switchOn } from './device.ts'

const ROOT = 'push'

/** The server's key, and the browsers in which the member has switched push on. */
export const ownPush = routeQuery([ROOT, 'own'], 'GET /api/push')

/** Push notifications in this browser, switched on by a click. Hidden if the server or the browser has none. */
export function PushCard() {
  const auth = useAuth()
  const uid = auth.state === 'signed-in' ? auth.user.uid : ''
  const cache = useQueryClient()
  const key = useQuery({ ...ownPush, throwOnError: false }).data?.publicKey
  const device = useQuery({
    queryKey: [ROOT, 'device', uid, key],
    queryFn: () => devicePush(uid, key ?? ''),
    enabled: key !== undefined,
    throwOnError: false,
  })
  const changing = useCommand({
    command: async () => (device.data === 'on' ? switchOff() : switchOn(uid, key ?? '')),
    onSettled: () => cache.invalidateQueries({ queryKey: [ROOT] }),
    showsError: true,
  })
  if (!device.data || device.data === 'unsupported') return null
  const isOn = device.data === 'on'
  return (
    <Card title={m.pushTitle()}>
      <p>{isOn ? m.pushIsOn() : m.pushIsOff()}</p>
      {device.data === 'blocked' ? (
        <Notice tone="info">{m.pushBlocked()}</Notice>
      ) : (
        <div>
          <Button
            variant="secondary"
            busy={changing.isPending && (isOn ? m.pushTurningOff() : m.pushTurningOn())}
            onClick={() => changing.run()}
          >
            {isOn ? m.pushOff() : m.pushOn()}
          </Button>
        </div>
      )}
      <Problem error={changing.error} title={m.pushFailed()} explain={explain} />
    </Card>
  )
}

const explain = (error: unknown) =>
  error instanceof DOMException ? { message: m.pushNotNow() } : explainProblem(error)
