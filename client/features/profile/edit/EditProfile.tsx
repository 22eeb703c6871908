import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import type { OwnProfile, ProfileEdit } from '#shared/members.ts'
import { paths } from '#shared/paths.ts'
import { KeptNotice } from '#client/lib/edits/Unsaved.tsx'
import { type FieldErrors, focusFirstWrong } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { Tabs } from '#client/ui/Tabs.tsx'

import styles from './edit.module.css'
import { fieldName, fieldValue } from './field-words.tsx'
import { SECTION_FIELDS } from './fields.tsx'
import { editSearch, type Section, SECTION_TABS, sectionOf } from './sections.ts'
import { useProfileForm } from './use-profile-form.ts'

const ChangedElsewhere = lazy(async () => ({
  default: (await import('#client/lib/edits/ChangedElsewhere.tsx')).ChangedElsewhere<ProfileEdit>,
}))

interface Props {
  profile: OwnProfile
  section: Section
  onSaved: (saved: OwnProfile) => Promise<void>
  reload: () => Promise<OwnProfile>
  /** The panel of the last tab, which is not about the profile. */
  account: ReactNode
}

/** One form in several parts: what is typed in one stays while another is shown, and all are saved together. */
export function EditProfile({ profile, section, account, ...saving }: Props) {
  const navigate = useNavigate()
  const show = (next: Section, replace = false) =>
    navigate(editSearch(next), { replace, preventScrollReset: true })
  const editing = useProfileForm(profile, saving)
  const { form, overtaken } = editing
  useErrorsInView(form, section, (next) => void show(next, true))
  useFieldOfHash(form.props.ref)

  return (
    <>
      <ScreenTitle>Edit your profile</ScreenTitle>
      <PageHeader
        title="Edit your profile"
        actions={
          <LinkButton variant="secondary" to={paths.ownProfile}>
            See your profile
          </LinkButton>
        }
      />
      <Tabs
        label="Parts of your profile"
        tabs={SECTION_TABS}
        value={section}
        onChange={(next) => void show(next)}
      >
        {section === 'account' ? account : <Part editing={editing} section={section} />}
      </Tabs>
      {overtaken && (
        <Suspense>
          <ChangedElsewhere
            what="profile"
            overtaken={overtaken}
            fieldName={fieldName}
            fieldValue={fieldValue}
            onDecide={(edit) => void editing.decide(overtaken, edit)}
            onLater={editing.decideLater}
          />
        </Suspense>
      )}
    </>
  )
}

interface PartProps {
  editing: ReturnType<typeof useProfileForm>
  section: keyof typeof SECTION_FIELDS
}

function Part({ editing: { form, restored, discard }, section }: PartProps) {
  const Fields = SECTION_FIELDS[section]
  return (
    <form {...form.props} className={styles.form}>
      {restored.length > 0 && <KeptNotice fields={restored.map(fieldName)} onDiscard={discard} />}
      <Fields form={form} />
      {form.failure && (
        <Notice tone="danger">
          {form.failure}
          <WrongElsewhere errors={form.errors} section={section} />
        </Notice>
      )}
      <div className={styles.actions}>
        <Button type="submit" busy={form.busy && 'Saving…'}>
          Save profile
        </Button>
        <p className={styles.quiet}>Saves all parts. Until then, what you type is kept in this tab.</p>
      </div>
    </form>
  )
}

/** The parts that hold something wrong too, and are not shown. */
function WrongElsewhere({ errors, section }: { errors: FieldErrors; section: Section }) {
  const wrong = new Set(Object.keys(errors).map(sectionOf))
  const names = SECTION_TABS.filter(({ value }) => value !== section && wrong.has(value)).map(
    ({ label }) => `“${label}”`,
  )
  return names.length > 0 && ` Look under ${names.join(' and ')} too.`
}

/** After a refusal: to the part where the first wrong field is, and to the field. */
function useErrorsInView(
  { errors, attempt, props }: ReturnType<typeof useProfileForm>['form'],
  section: Section,
  show: (section: Section) => void,
) {
  const seen = useRef(attempt)
  useEffect(() => {
    if (seen.current === attempt) return
    const wrong = Object.keys(errors).map(sectionOf)
    const [first] = wrong
    if (!first) return
    if (!wrong.includes(section)) return show(first)
    seen.current = attempt
    focusFirstWrong(props.ref.current)
  }, [attempt, errors, props.ref, section, show])
}

/** Takes who follows `/profile#goals` to that field, or to where its list begins. */
function useFieldOfHash(form: { current: HTMLFormElement | null }) {
  const { hash } = useLocation()
  useEffect(() => {
    if (!/^#\w+$/.test(hash)) return
    const name = hash.slice(1)
    const places = [`name='${name}'`, `name='address.${name}'`, `name='${name}.0'`, `data-add='${name}'`]
    form.current?.querySelector<HTMLElement>(places.map((place) => `[${place}]`).join())?.focus()
  }, [form, hash])
}
