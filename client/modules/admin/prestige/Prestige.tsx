import { Stack } from '#client/ui/Stack.tsx'

import { ClosedRings } from './ClosedRings.tsx'
import { Disputes } from './Disputes.tsx'
import { DryRun } from './DryRun.tsx'

export const Prestige = () => (
  <Stack gap={8}>
    <Disputes />
    <ClosedRings />
    <DryRun />
  </Stack>
)
