import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import type { Push } from '#shared/push.ts'
import { useAuth } from '#client/lib/auth.tsx'
import { request } from '#client/lib/request.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import { devicePush, PUSH_URL, switchOff, switchOn } from './device.ts'

const ROOT = 'push'

/** What the server offers, and where the member has switched it on. */
export const ownPush = queryOptions({
  queryKey: [ROOT, 'own'],
  queryFn: ({ signal }) => request<Push>(PUSH_URL, { signal }),
})

/** Push notifications in this browser, switched on by a click. Absent where the server or the browser has none. */
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
  const changing = useMutation({
    mutationFn: async () => (device.data === 'on' ? switchOff() : switchOn(uid, key ?? '')),
    onSettled: () => cache.invalidateQueries({ queryKey: [ROOT] }),
  })
  if (!device.data || device.data === 'unsupported') return null
  const isOn = device.data === 'on'
  return (
    <Card title="Notifications in this browser">
      <p>
        {isOn
          ? 'New notifications appear on this device, even when the app is closed.'
          : 'Get notifications on this device, even when the app is closed.'}
      </p>
      {device.data === 'blocked' ? (
        <Notice tone="info">
          Notifications are blocked in this browser. Allow them in its settings for this site first.
        </Notice>
      ) : (
        <div>
          <Button
            variant="secondary"
            busy={changing.isPending && (isOn ? 'Turning off…' : 'Turning on…')}
            onClick={() => changing.mutate()}
          >
            {isOn ? 'Turn off' : 'Turn on'}
          </Button>
        </div>
      )}
      {changing.isError && (
        <Notice tone="danger" title="We couldn’t turn this on.">
          {messageOf(changing.error)}
        </Notice>
      )}
    </Card>
  )
}

const messageOf = (error: Error) =>
  error instanceof DOMException
    ? 'This browser can’t receive notifications right now. Try again later, or use another browser.'
    : explainProblem(error).message
