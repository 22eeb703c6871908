import { useState } from 'react'

import { Completeness } from '#client/modules/dashboard/Completeness.tsx'
import { Button } from '#client/ui/Button.tsx'
import { RadioCards } from '#client/ui/form/RadioCards.tsx'
import { useToast } from '#client/lib/toast.ts'
import { Toaster } from '#client/ui/overlays/Toaster.tsx'

const OPTIONS = [
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
] as const

/** Controls whose look or timing is tested without the product around them. */
export function ControlsScreen() {
  const [repeat, setRepeat] = useState<'weekly' | 'monthly'>('weekly')
  return (
    <Toaster>
      <h1>Controls</h1>
      <RemoveButton />
      <RadioCards label="Repeat" name="repeat" value={repeat} onChange={setRepeat} options={OPTIONS} />
      <Completeness completeness={20} missing={['headline']} />
    </Toaster>
  )
}

function RemoveButton() {
  const toast = useToast()
  const onSelect = () => toast('Restored')
  return <Button onClick={() => toast('Removed', { action: { label: 'Undo', onSelect } })}>Remove</Button>
}
