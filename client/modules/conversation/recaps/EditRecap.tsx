import { useQuery, useQueryClient } from '@tanstack/react-query'

import * as m from '#shared/conversation/messages.ts'
import { RECAP_LIMITS } from '#shared/conversation/recaps/rules.ts'
import type { Recap, RecapPicture } from '#shared/conversation/recaps/schema.ts'
import { IMAGE_KINDS, imageUrl } from '#shared/lib/image-rules.ts'
import { formatList } from '#shared/lib/lists.ts'
import { ConflictDialog } from '#client/lib/edits/ConflictDialog.tsx'
import { RestoredNotice } from '#client/lib/edits/Unsaved.tsx'
import { useEditForm } from '#client/lib/edits/use-edit-form.ts'
import { PanelHeader, type PanelProps } from '#client/modules/events/events/EventPanel.tsx'
import { uploadImage } from '#client/modules/people/images/upload-image.ts'
import { Button } from '#client/ui/Button.tsx'
import { FieldGroup } from '#client/ui/form/FieldGroup.tsx'
import { PictureField } from '#client/ui/picture/PictureField.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { useToast } from '#client/lib/toast.ts'
import { Loading } from '#client/ui/crash/Loading.tsx'
import { Submit } from '#client/ui/form/Submit.tsx'

import { eventRecap, saveRecap } from './queries.ts'
import styles from './recap.module.css'

export function EditRecap(props: PanelProps) {
  const query = useQuery({ ...eventRecap(props.event.id), throwOnError: false })
  return (
    <>
      <PanelHeader title={m.recapTitle()} event={props.event} />
      <Loading query={query} failed={m.recapFailed()} />
      {query.data && <RecapForm {...props} recap={query.data} />}
    </>
  )
}

type Props = PanelProps & { recap: Recap }

interface Values {
  text: string
  pictures: RecapPicture[]
}

const baseOf = ({ version, text, pictures }: Recap) => ({ version, edit: { text, pictures } })

function useRecapForm({ event: { id }, onClose, recap }: Props) {
  const cache = useQueryClient()
  const toast = useToast()
  return useEditForm<Values, Values, Recap>({
    draft: `recap:${id}`,
    present: baseOf(recap),
    valuesOf: (edit) => edit,
    editOf: (values) => values,
    check: ({ pictures }) =>
      Object.fromEntries(
        pictures.flatMap(({ alt }, at) =>
          alt.trim() ? [] : [[`pictures.${at}.alt`, m.recapRulePicture()] as const],
        ),
      ),
    send: ({ text, pictures }, version) =>
      saveRecap(id, version, { text, pictures: pictures.map(({ image, alt }) => ({ image, alt })) }),
    reload: async () => baseOf(await cache.fetchQuery({ ...eventRecap(id), staleTime: 0, retry: false })),
    async onSaved(saved) {
      cache.setQueryData(eventRecap(id).queryKey, saved)
      toast(m.recapSaved(), { tone: 'success' })
      onClose()
    },
  })
}

const nameOf = (path: string) => (path === 'text' ? m.recapText() : m.recapPictures())
const valueOf = (_path: string, value: unknown) =>
  Array.isArray(value) ? formatList((value as RecapPicture[]).map(({ alt }) => alt)) : String(value)

function RecapForm(props: Props) {
  const editing = useRecapForm(props)
  const { form, restored, discard } = editing
  const { pictures } = form.values
  const set = (next: RecapPicture[]) => form.set('pictures', next)
  async function add(picture: Blob) {
    const image = await uploadImage('cover', picture)
    if (!pictures.some((each) => each.image === image)) set([...pictures, { image, alt: '' }])
  }
  return (
    <>
      <form {...form.props} className={styles.form}>
        {restored.length > 0 && <RestoredNotice fields={restored.map(nameOf)} onDiscard={discard} />}
        <TextField
          {...form.field('text')}
          label={m.recapText()}
          hint={m.recapTextHint()}
          multiline
          rows={5}
          maxLength={RECAP_LIMITS.text}
          optional
        />
        <FieldGroup legend={m.recapPictures()} hint={m.recapPicturesHint()}>
          {pictures.length > 0 && (
            <ol className={styles.edited}>
              {pictures.map((picture, at) => (
                <li key={picture.image} className={styles.row}>
                  <Thumbnail picture={picture} />
                  <div className={styles.fields}>
                    <TextField
                      name={`pictures.${at}.alt`}
                      label={m.recapAlt({ position: at + 1 })}
                      hint={m.recapAltHint()}
                      value={picture.alt}
                      maxLength={RECAP_LIMITS.alt}
                      error={form.errors[`pictures.${at}.alt`] ?? form.errors[`pictures.${at}.image`]}
                      onChange={(alt) => set(pictures.with(at, { ...picture, alt }))}
                    />
                    <Button variant="quiet" onClick={() => set(pictures.toSpliced(at, 1))}>
                      {m.recapRemoveOne({ position: at + 1 })}
                    </Button>
                  </div>
                </li>
              ))}
            </ol>
          )}
          {pictures.length < RECAP_LIMITS.pictures && (
            <PictureField
              label={m.recapPicture()}
              kind="picture"
              name="picture"
              limits={IMAGE_KINDS.cover}
              url=""
              placeholder={<></>}
              error={form.errors['pictures']}
              onPick={add}
              onRemove={() => {}}
            />
          )}
        </FieldGroup>
        <Submit form={form} label={m.recapSave()} />
      </form>
      <ConflictDialog editing={editing} what="text" fieldName={nameOf} fieldValue={valueOf} />
    </>
  )
}

const Thumbnail = ({ picture: { image, isWithdrawn } }: { picture: RecapPicture }) =>
  isWithdrawn ? (
    <p className={styles.thumbnail}>{m.recapPictureHidden()}</p>
  ) : (
    <img className={styles.thumbnail} src={imageUrl(image)} alt="" width={320} height={180} />
  )
