import { useEffect, useRef, useState } from 'react'

import type { OwnProfile, ProfileEdit } from '#shared/members.ts'
import { PROFILE_LIMITS } from '#shared/profile.ts'
import { removeDraft, writeDraft } from '#client/lib/drafts.ts'
import { type Base, Overtaken, save } from '#client/lib/edits/saving.ts'
import { editOf, tidied } from '#client/lib/profile-edit.ts'
import { request } from '#client/lib/request.ts'
import { useForm } from '#client/lib/use-form.ts'

import { DRAFT, DRAFT_BASE, keptBase, unsavedFields } from './unsaved.ts'

const baseOf = (profile: OwnProfile): Base<ProfileEdit> => ({
  version: profile.version,
  edit: editOf(profile),
})

interface Options {
  onSaved: (saved: OwnProfile) => Promise<void>
  /** Asks for the profile anew, past every cache. */
  reload: () => Promise<OwnProfile>
}

export function useProfileForm(profile: OwnProfile, { onSaved, reload }: Options) {
  const [first] = useState(() => keptBase() ?? baseOf(profile))
  const [restored, setRestored] = useState(unsavedFields)
  const [overtaken, setOvertaken] = useState<Overtaken<ProfileEdit>>()
  const base = useRef(first)
  const startFrom = (next: Base<ProfileEdit>) => {
    base.current = next
    writeDraft(DRAFT_BASE, next)
  }
  useEffect(() => void writeDraft(DRAFT_BASE, first), [first])

  const form = useForm<ProfileEdit>({
    initial: editOf(profile),
    draft: DRAFT,
    check: wrongName,
    submit: async (values) => {
      const saved = await save(tidied(values), base.current, {
        send: (body, ifMatch) => request<OwnProfile>('/api/me', { method: 'PUT', body, ifMatch }),
        reload: async () => baseOf(await reload()),
      })
      removeDraft(DRAFT)
      await onSaved(saved)
    },
    explain: (error) => {
      if (!(error instanceof Overtaken)) return undefined
      setOvertaken(error)
      return {}
    },
  })

  return {
    form,
    /** Fields that an earlier visit left unsaved. */
    restored,
    /** @returns what brings it all back */
    discard() {
      const before = { base: base.current, values: form.values, restored }
      startFrom(baseOf(profile))
      form.discard()
      setRestored([])
      return () => {
        startFrom(before.base)
        form.setAll(before.values)
        setRestored(before.restored)
      }
    },
    overtaken,
    decideLater: () => setOvertaken(undefined),
    decide: async ({ latest }: Overtaken<ProfileEdit>, edit: ProfileEdit) => {
      setOvertaken(undefined)
      startFrom(latest)
      form.setAll(edit)
      await form.send(edit)
    },
  }
}

function wrongName({ displayName }: ProfileEdit): Record<string, string> {
  const { min } = PROFILE_LIMITS.displayName
  return displayName.trim().length < min ? { displayName: `Please use at least ${min} characters.` } : {}
}
