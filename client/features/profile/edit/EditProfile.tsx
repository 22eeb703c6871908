import { lazy, Suspense, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import type { OwnProfile, ProfileEdit } from '#shared/members.ts'
import { paths } from '#shared/paths.ts'
import { RestoredNotice } from '#client/lib/edits/Unsaved.tsx'
import { type FieldErrors, focusFirstInvalid } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import patterns from '#client/ui/patterns.module.css'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { Tabs } from '#client/ui/Tabs.tsx'

import {
  editSearch,
  type Section,
  SECTION_TABS,
  sectionOf,
} from '#client/features/profile/own-profile-url.ts'

import styles from './edit.module.css'
import { fieldLabel, fieldValue } from './field-labels.tsx'
import { SECTION_FIELDS } from './fields.tsx'
import { useProfileForm } from './use-profile-form.ts'

const ChangedElsewhere = lazy(async () => ({
  default: (await import('#client/lib/edits/ChangedElsewhere.tsx')).ChangedElsewhere<ProfileEdit>,
}))

interface Props {
  profile: OwnProfile
  section: Section
  onSaved: (saved: OwnProfile) => Promise<void>
  reload: () => Promise<OwnProfile>
}

/** One form on several tabs: unsaved input stays when the tab changes, and all tabs are saved together. */
export function EditProfile({ profile, section, ...saving }: Props) {
  const navigate = useNavigate()
  const show = (next: Section, replace = false) =>
    navigate(editSearch(next), { replace, preventScrollReset: true })
  const editing = useProfileForm(profile, saving)
  const { form, overtaken } = editing
  useFocusFirstError(form, section, (next) => void show(next, true))
  useFocusFieldOfHash(form.props.ref)

  return (
    <>
      <ScreenTitle>Edit profile</ScreenTitle>
      <PageHeader
        title="Edit profile"
        actions={
          <LinkButton variant="secondary" to={paths.ownProfile}>
            View profile
          </LinkButton>
        }
      />
      <Tabs label="Profile sections" tabs={SECTION_TABS} value={section} onChange={(next) => void show(next)}>
        <SectionForm editing={editing} section={section} />
      </Tabs>
      {overtaken && (
        <Suspense>
          <ChangedElsewhere
            what="profile"
            overtaken={overtaken}
            fieldName={fieldLabel}
            fieldValue={fieldValue}
            onDecide={(edit) => void editing.decide(overtaken, edit)}
            onLater={editing.decideLater}
          />
        </Suspense>
      )}
    </>
  )
}

interface SectionFormProps {
  editing: ReturnType<typeof useProfileForm>
  section: Section
}

function SectionForm({ editing: { form, restored, discard }, section }: SectionFormProps) {
  const Fields = SECTION_FIELDS[section]
  return (
    <form {...form.props} className={styles.form}>
      {restored.length > 0 && <RestoredNotice fields={restored.map(fieldLabel)} onDiscard={discard} />}
      <Fields form={form} />
      {form.failure && (
        <Notice tone="danger">
          {form.failure}
          <ErrorsOnOtherTabs errors={form.errors} section={section} />
        </Notice>
      )}
      <div className={styles.actions}>
        <Button type="submit" busy={form.busy && 'Saving…'}>
          Save profile
        </Button>
        <p className={patterns.small}>Saves all sections. Unsaved changes are kept in this browser tab.</p>
      </div>
    </form>
  )
}

function ErrorsOnOtherTabs({ errors, section }: { errors: FieldErrors; section: Section }) {
  const invalid = new Set(Object.keys(errors).map(sectionOf))
  const names = SECTION_TABS.filter(({ value }) => value !== section && invalid.has(value)).map(
    ({ label }) => `“${label}”`,
  )
  return names.length > 0 && ` Also check ${names.join(' and ')}.`
}

/** After a failed attempt, opens the tab of the first invalid field and focuses the field. */
function useFocusFirstError(
  { errors, attempt, props }: ReturnType<typeof useProfileForm>['form'],
  section: Section,
  show: (section: Section) => void,
) {
  const handled = useRef(attempt)
  useEffect(() => {
    if (handled.current === attempt) return
    const invalid = Object.keys(errors).map(sectionOf)
    const [first] = invalid
    if (!first) return
    if (!invalid.includes(section)) return show(first)
    handled.current = attempt
    focusFirstInvalid(props.ref.current)
  }, [attempt, errors, props.ref, section, show])
}

/** Focuses the field that the hash names, as in `/profile#goals`; of a list, its first item or its Add button. */
function useFocusFieldOfHash(form: { current: HTMLFormElement | null }) {
  const { hash } = useLocation()
  useEffect(() => {
    if (!/^#\w+$/.test(hash)) return
    const name = hash.slice(1)
    const selectors = [`name='${name}'`, `name='address.${name}'`, `name='${name}.0'`, `data-add='${name}'`]
    form.current?.querySelector<HTMLElement>(selectors.map((selector) => `[${selector}]`).join())?.focus()
  }, [form, hash])
}
