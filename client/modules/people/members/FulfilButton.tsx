import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import * as m from '#shared/people/messages.ts'
import type { Ask } from '#shared/people/members.ts'
import { request } from '#client/lib/request.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { ConfirmDialog } from '#client/ui/overlays/ConfirmDialog.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { asksChanged, helpersWith } from './queries.ts'

/** Marks an ask of the viewer as fulfilled, and names who helped. */
export function FulfilButton({ ask: { id, text } }: { ask: Ask }) {
  const cache = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const [chosen, setChosen] = useState('')
  const { data } = useQuery({ ...helpersWith(id), enabled: isOpen })
  const close = () => setIsOpen(false)
  const { run, isPending } = useCommand({
    command: () =>
      request('POST /api/asks/:askId/fulfilment', {
        params: { askId: id },
        body: { helper: chosen || undefined },
      }),
    done: m.askFulfilDone,
    onSettled: close,
    onSuccess: () => asksChanged(cache),
  })
  const helpers = data?.items.map((member) => ({ value: member.id, label: member.displayName })) ?? []
  return (
    <>
      <Button variant="quiet" aria-label={m.askFulfilledText({ text })} onClick={() => setIsOpen(true)}>
        {m.askFulfilled()}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={m.askFulfilTitle()}
        confirm={m.askFulfilSave()}
        busy={isPending && m.askFulfilSaving()}
        onClose={close}
        onConfirm={() => run()}
      >
        <Stack gap={3}>
          <blockquote className={patterns.quote}>{text}</blockquote>
          <p>{m.askFulfilLead()}</p>
          {helpers.length > 0 && (
            <SelectField
              label={m.askFulfilHelper()}
              hint={m.askFulfilHelperHint()}
              name="helper"
              value={chosen}
              onChange={setChosen}
              options={[{ value: '', label: m.askFulfilNoOne() }, ...helpers]}
            />
          )}
        </Stack>
      </ConfirmDialog>
    </>
  )
}
