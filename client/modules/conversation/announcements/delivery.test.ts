import { expect, test } from 'vitest'

import { isUnderWay } from '#shared/conversation/organiser-messages/rules.ts'
import type { DeliveryProgress } from '#shared/conversation/organiser-messages/schema.ts'

import { deliveryLabel } from './delivery.ts'

test.for<[DeliveryProgress, string, boolean]>([
  [{ notifying: {} }, 'Notifying members', true],
  [
    { notifying: { reached: 400, left: 9_600 }, emails: { queued: 390, sent: 10, failed: 0 } },
    '400 of 10,000 members notified\u00A0· 10 of 400 emails sent',
    true,
  ],
  [
    { emails: { queued: 1, sent: 9_998, failed: 1 } },
    'Everyone has been notified\u00A0· 9,998 of 9,999 emails sent\u00A0· 1 email couldn’t be delivered',
    true,
  ],
  [{ emails: { queued: 0, sent: 1, failed: 0 } }, 'Everyone has been notified\u00A0· 1 email sent', false],
  [{ emails: { queued: 0, sent: 0, failed: 0 } }, 'Everyone has been notified', false],
  [{}, 'Everyone has been notified', false],
])('progress %j is labelled “%s”', ([delivery, label, underWay]) => {
  expect(deliveryLabel(delivery)).toBe(label)
  expect(isUnderWay(delivery)).toBe(underWay)
})
