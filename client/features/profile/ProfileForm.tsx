import { useState } from 'react'

import type { OwnProfile } from '#shared/members.ts'
import { removeDraft } from '#client/lib/drafts.ts'
import { editOf, tidied } from '#client/lib/profile-edit.ts'
import { ProblemError, request } from '#client/lib/request.ts'
import { explainProblem, useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { useToast } from '#client/ui/toast.ts'

import { About, AsksAndOffers, Audience, Contact, WhoYouAre } from './FieldGroups.tsx'
import styles from './profile.module.css'
import { useFieldOfHash } from './use-field-of-hash.ts'

interface Props {
  profile: OwnProfile
  onSaved: (saved: OwnProfile) => Promise<void>
  /** Fetches the profile anew, after someone else's edit came first. */
  onReload: () => Promise<OwnProfile>
}

const DRAFT = 'profile'

export function ProfileForm({ onReload, ...props }: Props) {
  const [startedFrom, setStartedFrom] = useState(props.profile)
  const takeNewer = async () => {
    const newer = await onReload()
    removeDraft(DRAFT)
    setStartedFrom(newer)
  }
  return (
    <Fields
      key={startedFrom.version}
      {...props}
      profile={startedFrom}
      onTakeNewer={takeNewer}
      onKeepMine={onReload}
    />
  )
}

interface FieldsProps extends Omit<Props, 'onReload'> {
  onTakeNewer: () => Promise<void>
  onKeepMine: () => Promise<OwnProfile>
}

function Fields({ profile, onSaved, onTakeNewer, onKeepMine }: FieldsProps) {
  const toast = useToast()
  const [version, setVersion] = useState(profile.version)
  const [overtaken, setOvertaken] = useState(false)
  const form = useForm({
    initial: editOf(profile),
    draft: DRAFT,
    submit: async (values) => {
      const body = tidied(values)
      const saved = await request<OwnProfile>('/api/me', { method: 'PUT', body, ifMatch: version })
      setVersion(saved.version)
      toast('Your profile is saved.', { tone: 'success' })
      await onSaved(saved)
    },
    explain: (error) => {
      const lost = error instanceof ProblemError && error.code === 'stale_version'
      setOvertaken(lost)
      return lost ? {} : explainProblem(error)
    },
  })

  useFieldOfHash(form.props.ref)

  async function keepMine() {
    const newer = await onKeepMine()
    setVersion(newer.version)
    setOvertaken(false)
  }

  const settle = (choice: () => Promise<void>) => () =>
    choice().catch((error: unknown) => toast(explainProblem(error).message ?? '', { tone: 'danger' }))

  return (
    <form {...form.props} className={styles.form}>
      <WhoYouAre form={form} />
      <About form={form} />
      <AsksAndOffers form={form} />
      <Contact form={form} />
      <Audience form={form} />
      {overtaken && (
        <Notice
          tone="warning"
          title="Your profile was changed elsewhere in the meantime."
          actions={
            <>
              <Button variant="secondary" onClick={settle(keepMine)}>
                Keep what stands here
              </Button>
              <Button variant="quiet" onClick={settle(onTakeNewer)}>
                Take the newer one
              </Button>
            </>
          }
        >
          Nothing was overwritten, and nothing you typed is lost. Choose which of the two should go on; what
          you keep is saved with the next press of the button.
        </Notice>
      )}
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      <div className={styles.save}>
        <Button type="submit" busy={form.busy && 'Saving…'} disabled={overtaken}>
          Save profile
        </Button>
      </div>
    </form>
  )
}
