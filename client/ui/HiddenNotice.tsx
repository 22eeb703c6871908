import * as m from '#shared/lib/messages.ts'
import { Notice } from './Notice.tsx'

interface Props {
  /** Says what is hidden: `Your photo is hidden from other members.` */
  title: string
  hidden: { reason: string } | undefined
}

/** Tells the owner that an admin has hidden their content from everyone else. */
export const HiddenNotice = ({ title, hidden }: Props) =>
  hidden && (
    <Notice tone="warning" title={title}>
      {m.hiddenReason({ reason: hidden.reason })}
    </Notice>
  )
