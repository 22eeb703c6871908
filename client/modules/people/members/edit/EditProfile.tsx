import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { formatList } from '#shared/lib/lists.ts'
import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/people/messages.ts'
import type { OwnProfile } from '#shared/people/members.ts'
import { PROFILE_LIMITS } from '#shared/people/profile.ts'
import { paths } from '#shared/lib/paths.ts'
import { ConflictDialog } from '#client/lib/edits/ConflictDialog.tsx'
import { RestoredNotice } from '#client/lib/edits/Unsaved.tsx'
import { focusFirstInvalid } from '#client/ui/form/use-form.ts'
import type { FieldErrors } from '#client/lib/explain-problem.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { Tabs } from '#client/ui/page/Tabs.tsx'
import {
  editSearch,
  type Section,
  SECTIONS,
  sectionOf,
} from '#client/modules/people/members/own-profile-url.ts'
import { fieldLabel, fieldValue } from '#client/modules/people/members/field-labels.tsx'

import styles from './edit.module.css'
import { SECTION_FIELDS } from './fields.tsx'
import { useProfileForm } from './use-profile-form.ts'

interface Props {
  profile: OwnProfile
  section: Section
  onSaved: (saved: OwnProfile) => Promise<void>
  onPhotoSaved: (saved: OwnProfile) => Promise<void>
  reload: () => Promise<OwnProfile>
}

const sectionTabs = () => SECTIONS.map((section) => ({ value: section, label: m.sectionName({ section }) }))

/** One form on several tabs: unsaved input stays when the tab changes, and all tabs are saved together. */
export function EditProfile({ profile, section, ...saving }: Props) {
  const navigate = useNavigate()
  const show = (next: Section, replace = false) =>
    navigate(editSearch(next), { replace, preventScrollReset: true })
  const [tabs] = useState(sectionTabs)
  const editing = useProfileForm(profile, saving)
  const { form } = editing
  useFocusFirstError(form, section, (next) => void show(next, true))
  useFocusFieldOfHash(form.props.ref)
  useAskToPost(form)

  return (
    <>
      <ScreenTitle>{m.edit()}</ScreenTitle>
      <PageHeader
        title={m.edit()}
        actions={
          <LinkButton variant="secondary" to={paths.ownProfile}>
            {m.viewProfile()}
          </LinkButton>
        }
      />
      <Tabs label={m.sections()} tabs={tabs} value={section} onChange={(next) => void show(next)}>
        <SectionForm editing={editing} section={section} />
      </Tabs>
      <ConflictDialog editing={editing} what="profile" fieldName={fieldLabel} fieldValue={fieldValue} />
    </>
  )
}

interface SectionFormProps {
  editing: ReturnType<typeof useProfileForm>
  section: Section
}

function SectionForm({ editing: { form, savePhoto, restored, discard }, section }: SectionFormProps) {
  const Fields = SECTION_FIELDS[section]
  return (
    <form {...form.props} className={styles.form}>
      {restored.length > 0 && <RestoredNotice fields={restored.map(fieldLabel)} onDiscard={discard} />}
      <Fields form={form} savePhoto={savePhoto} />
      {form.failure && (
        <Notice tone="danger">
          {form.failure}
          <ErrorsOnOtherTabs errors={form.errors} section={section} />
        </Notice>
      )}
      <div className={patterns.formEnd}>
        <Button type="submit" busy={form.busy && words.saving()}>
          {m.editSave()}
        </Button>
        <p className={patterns.small}>{m.editSavesAll()}</p>
      </div>
    </form>
  )
}

function ErrorsOnOtherTabs({ errors, section }: { errors: FieldErrors; section: Section }) {
  const invalid = new Set(Object.keys(errors).map(sectionOf))
  const names = SECTIONS.filter((other) => other !== section && invalid.has(other)).map((other) =>
    m.editSectionQuoted({ section: m.sectionName({ section: other }) }),
  )
  return names.length > 0 && ` ${m.editAlsoCheck({ sections: formatList(names) })}`
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

/** An ask that the link to the editor brings along, as from a search that found nobody, is added once. */
function useAskToPost({ values, setAll }: ReturnType<typeof useProfileForm>['form']) {
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const { asks } = values
  const ask = (state as { ask?: unknown } | null)?.ask
  useEffect(() => {
    if (typeof ask !== 'string') return
    if (!asks.includes(ask) && asks.length < PROFILE_LIMITS.asksAndOffers)
      setAll({ ...values, asks: [...asks, ask] })
    void navigate(search, { replace: true, state: null, preventScrollReset: true })
  }, [ask, asks, navigate, search, setAll, values])
}

/** Focuses the field in the hash, as in `/profile#goals`; for a list, its first item or its Add button. */
function useFocusFieldOfHash(form: { current: HTMLFormElement | null }) {
  const { hash } = useLocation()
  useEffect(() => {
    if (!/^#\w+$/.test(hash)) return
    const name = hash.slice(1)
    const selectors = [`name='${name}'`, `name='address.${name}'`, `name='${name}.0'`, `data-add='${name}'`]
    form.current?.querySelector<HTMLElement>(selectors.map((selector) => `[${selector}]`).join())?.focus()
  }, [form, hash])
}
